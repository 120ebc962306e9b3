import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens, QUARTERS_PER_TOKEN, quarterTokens } from '@/src/core/text/estimate-tokens';

const text = fc.string({ unit: 'binary' });

describe('the estimate of tokens', () => {
  it.each([
    ['nothing', '', 0],
    ['one character', 'a', 1],
    ['four ASCII characters', 'abcd', 1],
    ['one more than a token holds', 'abcde', 2],
    ['the last ASCII character', '\u007f'.repeat(4), 1],
    ['the first beyond ASCII', '\u0080'.repeat(4), 2],
    ['Cyrillic', 'привет', 3],
    ['the last before the dense scripts', '\u052f'.repeat(4), 2],
    ['the first of the dense scripts', '\u0530'.repeat(4), 4],
    ['Hindi', 'नमस्ते', 6],
    ['Thai', 'สวัสดี', 6],
    ['Hebrew', 'שלום', 4],
    ['Chinese', '模型过滤', 4],
    ['an emoji, which has two halves', '🙂', 2],
    ['a mixture', 'abé模', 2],
  ])('counts %s', (_, sample, tokens) => {
    expect(estimateTokens(sample)).toBe(tokens);
  });

  it('never decreases when text is appended, and never exceeds the sum over the parts', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const whole = estimateTokens(a + b);
        expect(whole).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)));
        expect(whole).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
        expect(quarterTokens(a + b)).toBe(quarterTokens(a) + quarterTokens(b));
        expect(whole).toBe(Math.ceil(quarterTokens(a + b) / QUARTERS_PER_TOKEN));
      }),
    );
  });
});
