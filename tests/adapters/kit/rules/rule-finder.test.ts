import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionBudget } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher, createRuleFinder, modelName } from '@/src/adapters/kit/rules/matcher';
import { atOnce } from '../at-once';

const pieces = ['a', 'b', '-', '/', '[', ']', '!', '*', '*', '?', '😀', '\ud83d', '\ude00'];
const shortText = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));

/** Tries one rule after the other. */
function firstOneByOne(patterns: readonly string[], id: string) {
  const index = patterns.findIndex((pattern) => createMatcher(pattern, decisionBudget())(id));
  const pattern = patterns[index];
  return pattern === undefined ? null : { pattern, index };
}

describe('finding the first rule', () => {
  it('finds the same as trying one rule after the other', () => {
    fc.assert(
      fc.property(fc.array(shortText, { maxLength: 12 }), shortText, (patterns, id) => {
        expect(atOnce(createRuleFinder(patterns, decisionBudget()))(id, modelName(id))).toEqual(
          firstOneByOne(patterns, id),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['a whole name', ['gpt', 'gpt-4o'], 'p/gpt-4o', 1],
    ['everything', ['*'], '', 0],
    ['the first, though a later one is plainer', ['g[p]?*', 'gpt-4o', '*4o'], 'p/gpt-4o', 0],
    ['the first, though an earlier kind comes later', ['*4*', '*4o', 'gpt*', 'gpt-4o'], 'p/gpt-4o', 0],
    ['the shorter beginning that comes first', ['gp*', 'gpt-4*'], 'p/gpt-4o', 0],
    ['the longer beginning that comes first', ['gpt-4*', 'gp*'], 'p/gpt-4o', 0],
  ])('finds %s', (_, patterns, id, index) => {
    expect(atOnce(createRuleFinder(patterns, decisionBudget()))(id, modelName(id))).toEqual({
      pattern: patterns[index],
      index,
    });
  });

  it.each([
    ['no rules', []],
    ['half a character', ['*\ud83d', '*\ude00*', '\ud83d*']],
    ['a longer text', ['😀-', '*a😀', '😀😀*']],
  ])('finds nothing among %s', (_, patterns) => {
    expect(atOnce(createRuleFinder(patterns, decisionBudget()))('p/😀', '😀')).toBeNull();
  });

  it('handles hostile rules without backtracking', () => {
    const patterns = Array.from({ length: 300 }, (_, n) => `*${'a'.repeat(199 - (n % 100))}b*`);
    const findFirst = atOnce(createRuleFinder([...patterns, `${'a*'.repeat(99)}b?`], decisionBudget()));
    expect(findFirst(`p/${'a'.repeat(5_000)}`, 'a'.repeat(5_000))).toBeNull();
  });
});
