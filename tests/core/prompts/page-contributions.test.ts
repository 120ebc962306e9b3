import { describe, expect, it } from 'vitest';
import { type PageContribution, withPageContributions } from '@/src/core/prompts/prompt-contribution';

const text = (value: string) => ({ type: 'text', text: value }) as const;
const own = [{ key: 'a:one', priority: 1, content: text('One.') }];
const added = (key: string, value: string): PageContribution => ({ key, priority: 2, text: value });
const list = (length: number) => Array.from({ length }, (_, index) => added(`a:${index}`, 'Text.'));

describe('the contributions for a page’s state', () => {
  it.each<[string, PageContribution[], [string, string][]]>([
    [
      'are added',
      [added('a:two', 'Two.')],
      [
        ['a:one', 'One.'],
        ['a:two', 'Two.'],
      ],
    ],
    ['replace the one with their key', [added('a:one', 'Other.')], [['a:one', 'Other.']]],
    ['remove it if they are empty', [added('a:one', '')], []],
    [
      'of one key count by the last',
      [added('a:one', 'Other.'), added('a:one', 'Last.')],
      [['a:one', 'Last.']],
    ],
  ])('%s', (_, ofPage, expected) => {
    expect(withPageContributions(own, ofPage)).toEqual(
      expected.map(([key, value]) => expect.objectContaining({ key, content: text(value) })),
    );
  });

  it.each([
    ['too many', list(11)],
    ['too long', [added('a:two', 'x'.repeat(2_001))]],
  ])('that are %s are refused', (_, ofPage) => {
    expect(() => withPageContributions(own, ofPage)).toThrow('more than 10 texts of 2000 characters');
  });

  it('within their limits are taken', () => {
    expect(withPageContributions([], [...list(9), added('a:x', 'x'.repeat(2_000))])).toHaveLength(10);
  });
});
