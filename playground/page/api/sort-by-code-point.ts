/**
 * Sorts by code point and removes duplicates. `Array.sort` compares UTF-16 units, which order code points beyond U+FFFF
 * differently.
 */
export function sortByCodePoint(texts: readonly string[]): string[] {
  return [...new Set(texts)]
    .map((text) => ({ text, key: text.replaceAll(/[\ue000-\uffff]|[\ud800-\udfff]/g, asRank) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ text }) => text);
}

/**
 * Maps UTF-16 units to their order by code point: surrogates encode the highest code points, but U+E000 to U+FFFF are
 * larger as units.
 */
function asRank(unit: string): string {
  const code = unit.charCodeAt(0);
  return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
}
