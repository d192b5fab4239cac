/** Fractions of big integers: what is read off a thermograph is exact, too. */
export interface Fraction {
  top: bigint;
  bottom: bigint;
}

function reduced(top: bigint, bottom: bigint): Fraction {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b) [a, b] = [b, a % b];
  const common = a || 1n;
  return { top: top / common, bottom: bottom / common };
}

export function fraction(text: string): Fraction | null {
  const match = /^\s*([-−+]?\d+)(?:\s*\/\s*(\d+))?\s*$/.exec(text);
  if (!match) return null;
  const bottom = BigInt(match[2] ?? "1");
  return bottom === 0n ? null : reduced(BigInt(match[1]!.replace("−", "-")), bottom);
}

export const add = (a: Fraction, b: Fraction): Fraction => reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const negative = (a: Fraction): Fraction => ({ top: -a.top, bottom: a.bottom });
export const times = (a: Fraction, b: Fraction): Fraction => reduced(a.top * b.top, a.bottom * b.bottom);
export const less = (a: Fraction, b: Fraction): boolean => a.top * b.bottom < b.top * a.bottom;
export const equal = (a: Fraction, b: Fraction): boolean => a.top * b.bottom === b.top * a.bottom;

export function over(a: Fraction, b: Fraction): Fraction {
  const sign = b.top < 0n ? -1n : 1n;
  return reduced(a.top * b.bottom * sign, a.bottom * b.top * sign);
}

/** As near as a number of the machine comes, for drawing. */
export function near(a: Fraction): number {
  const scale = 1n << 60n;
  const whole = a.top / a.bottom;
  return Number(whole) + Number(((a.top - whole * a.bottom) * scale) / a.bottom) / Number(scale);
}

export const written = (a: Fraction): string => (a.bottom === 1n ? String(a.top) : `${a.top}/${a.bottom}`).replace("-", "−");

/** A wall of a thermograph: bends as (value, temperature), rising; above the last one it is straight. */
export type Bend = [value: Fraction, temperature: Fraction];

export function wallAt(wall: Bend[], temperature: Fraction): Fraction | null {
  const last = wall[wall.length - 1];
  if (!last) return null;
  if (!less(temperature, last[1])) return last[0];
  for (let at = 1; at < wall.length; at++) {
    const [low, high] = [wall[at - 1]!, wall[at]!];
    if (less(high[1], temperature) || less(temperature, low[1])) continue;
    const height = add(high[1], negative(low[1]));
    if (height.top === 0n) return high[0];
    const share = over(add(temperature, negative(low[1])), height);
    return add(low[0], times(share, add(high[0], negative(low[0]))));
  }
  return wall[0]![0];
}
