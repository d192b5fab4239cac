import type { Seat, Setting } from "../address";
import { PERSON } from "../address";
import { choose, type Spot } from "../board/choosing";
import { type Asking, Refused, Stopped } from "../engine/engine";
import { lab } from "../lab.svelte";
import type { Hint, Judged, Judgement, Move, Player, Reply, Scene, GameState, Thought } from "../protocol";
import { sound } from "./sound";

/** How long a question about the position on the board may take before it says what it knows. */
const JUDGE_MILLIS = 8000;
const HINT_MILLIS = 5000;

/** A game at a table: what was played, who plays, and what is being thought about it. */
export class Game {
  setting: Setting;
  /** All moves that were made, of which the first `at` are on the board. */
  line = $state.raw<string[]>([]);
  at = $state(0);
  scene = $state.raw<Scene | null>(null);
  failure = $state.raw<Refused | null>(null);

  left = $state.raw<Seat>({ ...PERSON });
  right = $state.raw<Seat>({ ...PERSON });
  paused = $state(false);
  /** Milliseconds between moves when agents play each other. */
  pace = $state(700);

  thinking = $state.raw<{ agent: string; player: Player; since: number } | null>(null);
  thought = $state.raw<Thought | null>(null);
  /** What people should know of the agent's last move: that it could not be solved. */
  remark = $state<string | null>(null);
  /** Whose thought it is. */
  thinker = $state<Player>("left");

  clicked = $state.raw<Spot[]>([]);
  /** Several moves that the clicks may mean, to choose from. */
  choices = $state.raw<Move[]>([]);

  why = $state(false);
  judged = $state.raw<Map<string, Judged>>(new Map());
  judgement = $state.raw<Judgement | null>(null);
  judging = $state(false);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);

  sounds = $state(false);
  onchange: () => void = () => undefined;

  #asking: Asking<Reply> | null = null;
  #judge: Asking<Judgement> | null = null;
  #hint: Asking<Hint> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts positions, so that late answers to old questions are not shown. */
  #turn = 0;
  /** The seats play by themselves only after `start`. */
  #closed = false;

  constructor(setting: Setting) {
    this.setting = $state.snapshot(setting) as Setting;
    this.line = setting.table.moves;
    this.at = this.line.length;
    this.left = setting.left;
    this.right = setting.right;
  }

  get table(): GameState {
    return { ...this.setting.table, moves: this.line.slice(0, this.at) };
  }

  /** The game with the moves on the board, as a link has it. */
  get shared(): Setting {
    return { table: this.table, left: this.left, right: this.right };
  }

  get toMove(): Player | null {
    return this.scene && !this.scene.over ? this.scene.to_move : null;
  }

  seat(player: Player): Seat {
    return player === "left" ? this.left : this.right;
  }

  get personToMove(): boolean {
    return this.toMove !== null && this.seat(this.toMove).agent === null;
  }

  async start(): Promise<void> {
    await this.#look(this.table, true);
  }

  close(): void {
    this.#closed = true;
    this.#quiet();
  }

  sit(player: Player, seat: Seat): void {
    if (player === "left") this.left = seat;
    else this.right = seat;
    this.onchange();
    this.#quiet();
    this.#after();
  }

  /** What a click on a square or a heap means. */
  click(spot: Spot): void {
    if (!this.scene || !this.personToMove) return;
    const choice = choose(this.scene.moves, this.clicked, spot);
    this.choices = [];
    if (choice.kind === "play") {
      this.clicked = [];
      void this.play(choice.move.name);
    } else {
      this.clicked = choice.clicked;
      if (choice.kind === "ask") this.choices = choice.moves;
    }
  }

  /** One move of several that a click in a heap may mean. */
  offer(moves: Move[]): void {
    if (!this.personToMove) return;
    if (moves.length === 1) void this.play(moves[0]!.name);
    else this.choices = moves;
  }

  unclick(): void {
    this.clicked = [];
    this.choices = [];
  }

  /** Plays a move of the person to move; typed text will do. True if it was legal. */
  async play(text: string): Promise<boolean> {
    const table = this.table;
    return await this.#look({ ...table, moves: [...table.moves, text] }, false);
  }

  async goto(at: number): Promise<void> {
    if (at < 0 || at > this.line.length || at === this.at) return;
    this.paused = this.left.agent !== null || this.right.agent !== null ? true : this.paused;
    const line = this.line;
    await this.#look({ ...this.setting.table, moves: line.slice(0, at) }, false, line);
    if (this.personToMove) this.paused = false;
  }

  /** Back to before the last move of a person, if one plays. */
  async undo(): Promise<void> {
    await this.goto(this.#step(-1));
  }
  async redo(): Promise<void> {
    await this.goto(this.#step(1));
  }
  get canUndo(): boolean {
    return this.at > 0;
  }
  get canRedo(): boolean {
    return this.at < this.line.length;
  }

  #step(by: 1 | -1): number {
    const people = [this.left, this.right].filter((seat) => seat.agent === null).length;
    const next = this.at + by;
    if (people !== 1 || !this.scene) return next;
    // Players alternate: two half moves away the same person is to move.
    const far = this.at + 2 * by;
    return this.personToMove && far >= 0 && far <= this.line.length ? far : next;
  }

  pause(): void {
    this.paused = true;
    this.#quiet();
  }
  resume(): void {
    this.paused = false;
    this.#after();
  }

  /** Ends whatever is being thought about. */
  stop(): void {
    if (this.thinking) this.pause();
    this.#judge?.stop();
    this.#hint?.stop();
  }

  get busy(): boolean {
    return this.thinking !== null || this.judging || this.hinting;
  }

  setWhy(on: boolean): void {
    this.why = on;
    if (on) this.#judgeNow();
    else {
      this.#judge?.stop();
      this.#clearJudgement();
    }
  }

  async askHint(): Promise<void> {
    const turn = this.#turn;
    this.#hint?.stop();
    this.hinting = true;
    this.hint = null;
    try {
      const asking = lab.ask<"hint">({ ask: "hint", table: this.table, millis: HINT_MILLIS });
      this.#hint = asking;
      const hint = await asking.answer;
      if (turn === this.#turn) this.hint = hint;
    } catch (error) {
      if (turn === this.#turn && error instanceof Stopped) this.hint = { move: null, why: error.known ?? "Stopped before a move was found." };
      else if (turn === this.#turn) this.failure = refusal(error);
    } finally {
      if (turn === this.#turn) this.hinting = false;
    }
  }

  /** Shows a table; keeps the old one and says why if it cannot be. */
  async #look(table: GameState, whole: boolean, line?: string[]): Promise<boolean> {
    const turn = ++this.#turn;
    this.#quiet();
    try {
      const scene = await lab.ask<"scene">({ ask: "scene", table }).answer;
      if (turn !== this.#turn || this.#closed) return false;
      this.#show(scene, line ?? scene.line);
      return true;
    } catch (error) {
      if (turn !== this.#turn || this.#closed) return false;
      this.failure = refusal(error);
      if (whole) this.scene = null;
      else this.#after();
      return false;
    }
  }

  #show(scene: Scene, line: string[]): void {
    const forward = scene.line.length > this.at;
    const before = this.scene;
    this.scene = scene;
    this.line = line;
    this.at = scene.line.length;
    this.failure = null;
    this.clicked = [];
    this.choices = [];
    this.hint = null;
    this.#clearJudgement();
    if (this.sounds && forward && before) {
      const played = before.moves.find((move) => move.name === scene.line[scene.line.length - 1]);
      sound(scene.over ? "end" : played?.captures.length ? "capture" : "move");
    }
    this.onchange();
    this.#after();
  }

  /** What happens by itself: moves are judged, and agents play. */
  #after(): void {
    if (this.#closed || !this.scene) return;
    // In the browser one long question waits for the other: an agent is not kept waiting by judgements of its own moves.
    if (this.why && (this.personToMove || lab.hello?.engine === "native")) this.#judgeNow();
    if (!this.toMove || this.paused) return;
    const seat = this.seat(this.toMove);
    if (!seat.agent) return;
    const alone = this.left.agent !== null && this.right.agent !== null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#reply(seat), alone && this.at > 0 ? this.pace : 150);
  }

  async #reply(seat: Seat): Promise<void> {
    const turn = this.#turn;
    if (!this.toMove || this.paused || this.#closed || !seat.agent) return;
    this.thought = null;
    this.remark = null;
    this.thinker = this.toMove;
    this.thinking = { agent: seat.agent, player: this.toMove, since: performance.now() };
    try {
      const question = { ask: "reply", table: this.table, agent: seat.agent, millis: seat.millis } as const;
      const asking = lab.ask<"reply">(question, (thought) => {
        if (turn === this.#turn) this.thought = thought;
      });
      this.#asking = asking;
      const reply = await asking.answer;
      if (turn !== this.#turn || this.#closed) return;
      this.#turn++;
      this.thinking = null;
      this.#asking = null;
      if (reply.thought) this.thought = reply.thought;
      this.remark = reply.remark;
      this.#judge?.stop();
      this.#show(reply.scene, reply.scene.line);
    } catch (error) {
      if (turn !== this.#turn || this.#closed) return;
      this.thinking = null;
      this.#asking = null;
      if (error instanceof Stopped) return;
      this.paused = true;
      this.failure = refusal(error);
    }
  }

  #judgeNow(): void {
    this.#judge?.stop();
    this.#clearJudgement();
    if (!this.scene || this.scene.over) return;
    const turn = this.#turn;
    this.judging = true;
    const asking = lab.ask<"judge">({ ask: "judge", table: this.table, millis: JUDGE_MILLIS }, (found) => {
      if (turn === this.#turn && this.#judge === asking) this.#learn(found);
    });
    this.#judge = asking;
    asking.answer
      .then((judgement) => {
        if (turn !== this.#turn || this.#judge !== asking) return;
        this.#learn(judgement.moves);
        this.judgement = judgement;
      })
      .catch((error: unknown) => {
        if (turn !== this.#turn || this.#judge !== asking || error instanceof Stopped) return;
        this.failure = refusal(error);
      })
      .finally(() => {
        if (this.#judge === asking) this.judging = false;
      });
  }

  #learn(found: Judged[]): void {
    const judged = new Map(this.judged);
    for (const each of found) judged.set(each.move, each);
    this.judged = judged;
  }

  #clearJudgement(): void {
    this.judged = new Map();
    this.judgement = null;
    this.judging = false;
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    this.#asking?.stop();
    this.#asking = null;
    this.thinking = null;
    this.#judge?.stop();
    this.#judge = null;
    this.judging = false;
    this.#hint?.stop();
    this.#hint = null;
    this.hinting = false;
  }
}

export function refusal(error: unknown): Refused {
  return error instanceof Refused ? error : new Refused(error instanceof Error ? error.message : String(error));
}
