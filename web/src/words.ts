/** A sentence as it stands in print: with a capital and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return "";
  const whole = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
