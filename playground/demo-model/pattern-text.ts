import type { Occurrence } from './model-words';

/** A text as a pattern that matches just it: wildcard characters go into sets; what no rule can hold becomes `?`. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[*?[]/g, '[$&]').replaceAll(/[,\r\n]/g, '?');
}

/**
 * One pattern for the words as all these names spell them: where spellings differ, a set stands for both
 * (`claude-3[.-]5`). Between two words stands what all names have there, or else a star; with `keepsSeparator` the
 * star follows the separator that all have after the first word (`gemini-*flash`).
 */
export function commonSpelling(carriers: readonly Occurrence[], keepsSeparator: boolean): string {
  let pattern = '';
  for (const at of (carriers[0]?.spans ?? []).keys()) {
    const spellings = carriers.map(({ name, spans }) => name.slice(spans[at]?.start, spans[at]?.end));
    if (at > 0) pattern += gapBefore(carriers, at, keepsSeparator);
    pattern += mergeSpellings(spellings);
  }
  return pattern;
}

function gapBefore(carriers: readonly Occurrence[], at: number, keepsSeparator: boolean): string {
  const gaps = carriers.map(({ name, spans }) => name.slice(spans[at - 1]?.end, spans[at]?.start));
  const [gap = ''] = gaps;
  if (gaps.every((other) => other === gap) && gap.length <= 1) return literalPattern(gap);
  const [separator = ''] = gap;
  const isShared = separator !== '' && gaps.every((other) => other.startsWith(separator));
  return keepsSeparator && isShared ? `${literalPattern(separator)}*` : '*';
}

/** Of spellings that differ in length only the ends are kept, as far as they agree. */
function mergeSpellings(spellings: readonly string[]): string {
  const [first = ''] = spellings;
  if (spellings.every((spelling) => spelling.length === first.length)) {
    return [...first.split('').keys()]
      .map((at) => mergeCharacters(new Set(spellings.map((spelling) => spelling.charAt(at)))))
      .join('');
  }
  const start = sharedStart(spellings);
  const end = sharedStart(spellings.map((spelling) => reversed(spelling.slice(start.length))));
  return `${literalPattern(start)}*${literalPattern(reversed(end))}`;
}

function sharedStart(texts: readonly string[]): string {
  const [first = ''] = texts;
  const differing = [...first.split('').keys()].find((at) =>
    texts.some((text) => text.charAt(at) !== first.charAt(at)),
  );
  return differing === undefined ? first : first.slice(0, differing);
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

/** A set's members in an order in which none has a meaning of its own: `]` first, `-` last. */
function mergeCharacters(characters: ReadonlySet<string>): string {
  const members = [...characters].sort(
    (left, right) => weight(left) - weight(right) || (left < right ? -1 : 1),
  );
  const [only = ''] = members;
  return members.length === 1 ? literalPattern(only) : `[${members.join('')}]`;
}

function weight(character: string): number {
  return character === ']' ? 0 : character === '-' || character === '!' ? 2 : 1;
}
