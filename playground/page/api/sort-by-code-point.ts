/** A sorted copy without duplicates. `Array.sort` alone compares UTF-16 units, which differs beyond U+FFFF. */
export function sortByCodePoint(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareCodePoints);
}

function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    if (left.charCodeAt(index) === right.charCodeAt(index)) continue;
    return rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
  }
  return left.length - right.length;
}

/** Surrogates encode the highest code points, but U+E000 to U+FFFF are larger as units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
