import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import { rowsWith } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS, CONNECTION_SETTINGS } from '@/src/schema/values/settings';

const TOKEN_LIMITS = rowsWith(CHAT_SETTINGS, { form: 'tokens' });

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

describe('the fields of milliseconds that are entered as seconds', () => {
  it.each(['0', '-5', '3601', 'soon', '0.0001', '0x10', '1e2', '5.', ' ,5', '0,500'])(
    'refuse “%s” with the bounds in seconds',
    (pauseMs) => {
      expect(readEntered(CONNECTION_SETTINGS, { firstPieceMs: '', pauseMs, wire: '' })).toEqual({
        ok: false,
        problems: { pauseMs: 'A number from 1 to 3600, or nothing.' },
      });
    },
  );

  it.each([
    ['16.1', 16_100],
    ['1.001', 1_001],
    ['1,5', 1_500],
    ['3,600', 3_600_000],
    ['1 200', 1_200_000],
    [' 900 ', 900_000],
    ['', null],
  ])('read “%s” as %s ms', (text, pauseMs) => {
    expect(readEntered(CONNECTION_SETTINGS, { firstPieceMs: '', pauseMs: text, wire: '' })).toEqual({
      ok: true,
      values: { firstPieceMs: null, pauseMs, wire: null },
    });
  });

  it('show stored milliseconds as seconds', () => {
    expect(enteredFrom(CONNECTION_SETTINGS, { firstPieceMs: 900_000, pauseMs: null, wire: 'chat' })).toEqual({
      firstPieceMs: '900',
      pauseMs: '',
      wire: 'chat',
    });
  });
});
