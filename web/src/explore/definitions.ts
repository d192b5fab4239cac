/** A variable of the calculator, as it was defined: `G := {2|-1}`. */
export interface Definition {
  name: string;
  text: string;
}

/** Whether a text names a variable. */
export function names(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w])${name}(?![\\w])`).test(text);
}

/**
 * The definitions with one more. They are evaluated in their order with every question, so one that is replaced is left out, unless
 * a later one was made from it.
 */
export function define(definitions: Definition[], added: Definition): Definition[] {
  const all = [...definitions, added];
  const isKept = all.map(() => true);
  // From the last to the first, as one that is left out needs nothing any more.
  for (let at = all.length - 2; at >= 0; at--) {
    const { name } = all[at]!;
    const next = all.findIndex((other, later) => later > at && other.name === name);
    const uses = (other: Definition, later: number) => later > at && later <= next && isKept[later] && names(value(other.text), name);
    if (next >= 0) isKept[at] = all.some(uses);
  }
  return all.filter((_, at) => isKept[at]);
}

/** What stands behind `:=`. */
function value(text: string): string {
  return text.slice(text.indexOf(":=") + 2);
}
