import { describe, expect, it } from 'vitest';
import { contributions } from '@/src/adapters/model-filter/contributions';
import { createMatcher } from '@/src/adapters/model-filter/matcher';
import { PATTERN_EXAMPLES } from '@/src/adapters/model-filter/pattern-examples';

describe('what the model is told about patterns', () => {
  it.each(PATTERN_EXAMPLES)('$pattern: $remark', ({ pattern, matches, misses }) => {
    const matcher = createMatcher(pattern);
    expect(matches.filter((id) => !matcher.matchesModel(id))).toEqual([]);
    expect(misses.filter((id) => matcher.matchesModel(id))).toEqual([]);
  });

  it('has every example in it', () => {
    const text = contributions.map(({ content }) => content).join('\n');
    expect(PATTERN_EXAMPLES.filter(({ pattern }) => !text.includes(`- ${pattern} matches`))).toEqual([]);
  });
});
