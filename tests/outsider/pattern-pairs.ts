import fc from 'fast-check';

/**
 * The alphabet of patterns: every character with a special meaning, and letters of one and two UTF-16 units.
 */
const SIGNS = [...'**??[[]]!-^\\/.,', ...'abcz019', 'é', '漢', '😀', '\n'];
const LETTERS = [...'abcz019-./!^]', 'é', '漢', '😀'];
/** Members of a set: ranges, also reversed ones, and negation are the error-prone parts. */
const MEMBERS = [...LETTERS, ...'---!!'];

const sign = fc.constantFrom(...SIGNS);
const set = fc
  .tuple(fc.constantFrom('', '', '!', '^'), fc.string({ unit: fc.constantFrom(...MEMBERS), maxLength: 6 }))
  .map(([negation, members]) => `[${negation}${members}]`);
const pattern = fc
  .array(fc.oneof({ weight: 4, arbitrary: sign }, { weight: 1, arbitrary: set }), { maxLength: 8 })
  .map((parts) => parts.join(''));

/** The part of a model id before the name. */
const provider = fc.constantFrom('', 'p/', 'openai/', 'a/b/', '/');

/**
 * Patterns, each with a model id. Most ids are derived from the pattern, with or without an error, so that
 * about half of the pairs match.
 */
export const patternPairs: fc.Arbitrary<[pattern: string, modelId: string]> = fc
  .record({
    pattern,
    provider,
    isWholeId: fc.boolean(),
    picks: fc.array(fc.nat({ max: 999 }), { minLength: 12, maxLength: 12 }),
    slip: fc.option(fc.record({ at: fc.nat({ max: 9 }), sign }), { freq: 2 }),
  })
  .map((made) => {
    const fitting = textAfter(made.pattern, made.picks);
    const text = made.slip === null ? fitting : withSlip(fitting, made.slip);
    return [made.pattern, made.isWholeId ? text : made.provider + text];
  });

/** A text that usually matches the pattern; `picks` decides between alternatives. */
function textAfter(pattern: string, picks: readonly number[]): string {
  let taken = 0;
  const pick = <Item>(items: readonly Item[]): Item | undefined => {
    taken += 1;
    return items[(picks[taken % picks.length] ?? 0) % items.length];
  };
  const characters = Array.from(pattern);
  let text = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const close = character === '[' ? characters.indexOf(']', at + (characters[at + 1] === '!' ? 3 : 2)) : -1;
    if (character === '*') text += pick(['', 'a', '/z', 'é😀', '.9\n']);
    else if (character === '?') text += pick(LETTERS);
    else if (close < 0) text += character;
    else {
      const isNegated = characters[at + 1] === '!';
      text += pick(isNegated ? LETTERS : characters.slice(at + 1, close));
      at = close;
    }
  }
  return text;
}

/** The text with one character inserted or replaced. */
function withSlip(text: string, { at, sign }: { at: number; sign: string }): string {
  const characters = Array.from(text);
  characters.splice(at % (characters.length + 1), at % 2, sign);
  return characters.join('');
}
