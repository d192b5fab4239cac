import { connect } from "./engine/connect";
import type { AnswerOf, Asked, Asking, Engine, ProgressOf, QuestionOf } from "./engine/engine";
import type { GameInfo, Hello } from "./protocol";
import type { AgentReport, Note } from "./questions";

/** The engine that the page talks to, and what it says of itself. */
class Lab {
  hello = $state.raw<Hello | null>(null);
  failure = $state<string | null>(null);
  #engine: Engine | null = null;

  async open(): Promise<void> {
    try {
      this.#engine = await connect();
      this.hello = await this.#engine.ask<"hello">({ ask: "hello" }).answer;
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  ask<K extends Asked>(question: QuestionOf<K>, progress?: (data: ProgressOf<K>) => void, note?: (note: Note) => void): Asking<AnswerOf<K>> {
    if (!this.#engine) throw new Error("the engine is not there yet");
    return this.#engine.ask<K>(question, progress, note);
  }

  /** Those who can play a game. Nobody plays perfectly what need not end. */
  async agents(game: string): Promise<AgentReport[]> {
    const { agents } = await this.ask<"agents">({ ask: "agents", game }).answer;
    const promises = this.game(game)?.promises ?? [];
    const ends = !promises.includes("loopy") && !promises.includes("turns");
    return agents.filter((agent) => ends || agent.name !== "perfect");
  }

  get games(): GameInfo[] {
    return this.hello?.games ?? [];
  }

  /** A game as it is offered: some are nothing without parameters, and their own words give an example. */
  standard(info: GameInfo): string {
    const examples = info.parameters.match(/`[^`\s]+`/g)?.map((text) => text.slice(1, -1)) ?? [];
    return examples.find((text) => text.startsWith(`${info.name}:`)) ?? info.name;
  }

  /** A game by its name, with or without parameters, or by another name of it. */
  game(text: string): GameInfo | null {
    const exact = this.games.find((game) => game.name === text);
    if (exact) return exact;
    const name = this.hello?.names.find((other) => other.name === text)?.game ?? text;
    const fits = this.games.filter((game) => name === game.name || name.startsWith(`${game.name}:`));
    return fits.sort((a, b) => b.name.length - a.name.length)[0] ?? null;
  }
}

export const lab = new Lab();
