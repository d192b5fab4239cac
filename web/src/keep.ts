/** What the page remembers of its reader; where storage is forbidden, for as long as it is open. */
export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`nimatron.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`nimatron.${key}`, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
