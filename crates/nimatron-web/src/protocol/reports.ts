/** A message: a question of the page or of the lab's list, with a number by which its answers are known. */
export type Request = { id: number; ask: string; [parameter: string]: unknown };

/** The `data` of the answer to each question that only the page asks. */
export interface PageAnswers {
  hello: Hello;
  scene: Scene;
  reply: Reply;
  judge: Judgement;
  hint: Hint;
  explore: Explored;
  options: Options;
  thermograph: Thermograph;
  edit: Choices;
  lessons: Lessons;
  stop: never;
}

/** The `data` of progress on each of them; those that are not here have none. */
export interface PageTold {
  reply: Thought;
  judge: Judged[];
  explore: Explored;
}
