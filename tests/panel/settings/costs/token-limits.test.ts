import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import { TOKEN_LIMITS } from '@/src/panel/settings/costs/token-limits';

describe('the fields of the token limits', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['128000', 128_000],
    ['128,000', 128_000],
    ['128.000', 128_000],
    ['1 000 000', 1_000_000],
  ])('%j is the window of %s tokens', (contextWindowTokens, tokens) => {
    expect(readEntered(TOKEN_LIMITS, { contextWindowTokens, tokenBudget: '' })).toEqual({
      ok: true,
      values: { contextWindowTokens: tokens, tokenBudget: null },
    });
  });

  it.each(['999', '100000001', '-5', '1.5', '12,34', 'many', '1e6'])(
    '%j is no window',
    (contextWindowTokens) => {
      expect(readEntered(TOKEN_LIMITS, { contextWindowTokens, tokenBudget: '' })).toEqual({
        ok: false,
        problems: { contextWindowTokens: 'A whole number from 1,000 to 100,000,000, or nothing.' },
      });
    },
  );

  it('name the bounds of the budget', () => {
    expect(readEntered(TOKEN_LIMITS, { contextWindowTokens: '', tokenBudget: '0' })).toEqual({
      ok: false,
      problems: { tokenBudget: 'A whole number from 1 to 1,000,000,000,000, or nothing.' },
    });
  });

  it('show stored limits so that they are read the same', () => {
    const limits = fc.record({
      contextWindowTokens: fc.option(fc.integer(TOKEN_LIMITS.contextWindowTokens)),
      tokenBudget: fc.option(fc.maxSafeNat().filter((n) => n >= 1 && n <= TOKEN_LIMITS.tokenBudget.max)),
    });
    fc.assert(
      fc.property(limits, (stored) => {
        expect(readEntered(TOKEN_LIMITS, enteredFrom(TOKEN_LIMITS, stored))).toEqual({
          ok: true,
          values: stored,
        });
      }),
    );
  });
});
