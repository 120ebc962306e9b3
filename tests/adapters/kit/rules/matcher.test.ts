import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionBudget } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher, modelName } from '@/src/adapters/kit/rules/matcher';
import { type PatternToken, parsePattern } from '@/src/adapters/kit/rules/token-matcher';
import golden from '../../../fixtures/golden-matcher.json';

/**
 * A second implementation of the same semantics, as simple as possible: slow, recursive, one character at a
 * time.
 */
function fits(pattern: string[], text: string[]): boolean {
  const [sign, ...rest] = pattern;
  const [character, ...others] = text;
  if (sign === undefined) return character === undefined;
  if (sign === '*') return fits(rest, text) || (character !== undefined && fits(pattern, others));
  if (character === undefined) return false;
  if (sign === '?') return fits(rest, others);
  const end = sign === '[' ? rest.indexOf(']', rest[0] === '!' ? 2 : 1) : -1;
  if (end < 0) return sign === character && fits(rest, others);
  const isNegated = rest[0] === '!';
  const isMember = inSet(rest.slice(isNegated ? 1 : 0, end), character);
  return isMember !== isNegated && fits(rest.slice(end + 1), others);
}

function inSet(members: string[], character: string): boolean {
  const [first, hyphen, last] = members;
  if (first === undefined) return false;
  if (hyphen === '-' && last !== undefined) {
    const [low, at, high] = [first, character, last].map((sign) => sign.codePointAt(0) ?? 0) as [
      number,
      number,
      number,
    ];
    return (low <= at && at <= high) || inSet(members.slice(3), character);
  }
  return first === character || inSet(members.slice(1), character);
}

/** Such ranges have a table of their own below. */
function hasBackwardRange(pattern: string): boolean {
  const codes = Array.from(pattern, (sign) => sign.codePointAt(0) ?? 0);
  return codes.some((code, at) => codes[at + 1] === 0x2d && code > (codes[at + 2] ?? code));
}

const pieces = ['a', 'b', 'z', '-', '/', '[', ']', '!', '^', '*', '?', '\\', '😀', '\ud83d', '\n'];
const shortText = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));

/** Matches by a table of positions, for patterns too long for the recursive implementation. */
function fitsByTable(pattern: string, text: string): boolean {
  const tokens = parsePattern(pattern);
  let row = [true, ...tokens.map((_, at) => tokens.slice(0, at + 1).every(({ kind }) => kind === 'star'))];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const above = row;
    row = [false];
    for (const [at, token] of tokens.entries()) {
      row.push(
        token.kind === 'star'
          ? row[at] === true || above[at + 1] === true
          : above[at] === true && takes(token, codePoint),
      );
    }
  }
  return row.at(-1) === true;
}

function takes(token: Exclude<PatternToken, { kind: 'star' }>, codePoint: number): boolean {
  if (token.kind === 'character') return token.codePoint === codePoint;
  return token.isNegated !== token.ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}

const longPieces = ['a', 'a', 'a', 'b', '?', '[ab]', '[!b]', '[a-z]', '[!😀-😎]', '*', '😀', '\ud83d'];
const longText = (maxLength: number) =>
  fc.array(fc.constantFrom(...longPieces), { minLength: 20, maxLength }).map((parts) => parts.join(''));
const longName = fc
  .array(fc.constantFrom('a', 'a', 'a', 'b', '😀', '\ude00'), { maxLength: 120 })
  .map((parts) => parts.join(''));

describe('the matcher', () => {
  it.each(golden)('$pattern against $modelId: $matches ($note)', ({ pattern, modelId, matches }) => {
    expect(createMatcher(pattern, decisionBudget())(modelId)).toBe(matches);
  });

  it('agrees with the simple implementation', () => {
    fc.assert(
      fc.property(shortText, shortText, (pattern, id) => {
        fc.pre(!hasBackwardRange(pattern));
        const signs = Array.from(pattern);
        const expected = fits(signs, Array.from(modelName(id))) || fits(signs, Array.from(id));
        expect(createMatcher(pattern, decisionBudget())(id)).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each<[string, (text: string) => string]>([
    ['as they are', (pattern) => pattern],
    ['open at both ends', (pattern) => `*${pattern}*`],
    ['with a star after each third sign', (pattern) => pattern.replace(/a{2,3}/g, '$&*')],
    ['of literal parts', (pattern) => pattern.replace(/\?|\[[^\]]*\]/g, '*')],
  ])('agrees with the table on long patterns: %s', (_, shaped) => {
    let [tried, matches] = [0, 0];
    fc.assert(
      fc.property(longText(90), longName, fc.boolean(), (raw, random, isCut) => {
        const pattern = shaped(raw);
        // Random names hardly ever match, so half of them are made from the pattern.
        const fitting = pattern
          .replace(/\[!😀-😎\]|\?|\[[^\]]*\]/gu, 'a')
          .replaceAll('*', random.slice(0, 6));
        const name = isCut ? random : fitting;
        const isMatch = createMatcher(pattern, decisionBudget())(name);
        expect(isMatch).toBe(fitsByTable(pattern, name));
        tried += 1;
        if (isMatch) matches += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(matches).toBeGreaterThan(tried / 20);
  });

  it.each([
    ['[z-a]', '', 'zam-'],
    ['[!z-a]', 'zam-', ''],
    ['[z-a-c]', '-c', 'zab'],
    ['[z-a!b]', 'azc!', 'b'],
    ['[z-a!-c]', 'zab!', '-c'],
    ['[b-az-yx]', 'x', 'abzy-'],
    ['[a-c-e]', 'abc-e', 'd'],
    ['[a-]', 'a-', 'b'],
  ])('reads the set %s as Python does', (pattern, members, others) => {
    const matchesModel = createMatcher(pattern, decisionBudget());
    expect(Array.from(members).filter((sign) => !matchesModel(sign))).toEqual([]);
    expect(Array.from(others).filter((sign) => matchesModel(sign))).toEqual([]);
  });

  it('matches every text by its escaped pattern', () => {
    fc.assert(
      fc.property(shortText, (id) => {
        const literal = Array.from(id, (sign) => ('*?['.includes(sign) ? `[${sign}]` : sign)).join('');
        expect(createMatcher(literal, decisionBudget())(id)).toBe(true);
      }),
    );
  });

  it('matches a hostile pattern without backtracking', () => {
    const matches = createMatcher(`${'a*'.repeat(99)}b?`, decisionBudget());
    expect(matches(`p/${'a'.repeat(5_000)}`)).toBe(false);
  });
});
