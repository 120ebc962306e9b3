import { expect, it } from 'vitest';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import type { WriteToken } from '@/src/core/records/write-token';

const token = (nonce: string): WriteToken => ({
  executionId: 'e',
  chatId: 'c',
  place: { origin: 'https://a.test', tabId: 1 },
  expected: { document: 'd', stateHash: 's' },
  effectHash: 'f',
  basis: 'approval',
  expiresAtMs: 1,
  nonce,
  digest: 'd',
});

it('a token is handed over once, and only for its call', () => {
  const tokens = createDelegatedTokens();
  tokens.keep('one', token('1'));
  tokens.keep('two', token('2'));
  expect(tokens.take('other')).toBeNull();
  expect(tokens.take('two')).toEqual(token('2'));
  expect(tokens.take('two')).toBeNull();
  expect(tokens.take('one')).toEqual(token('1'));
});

it('only the newest hundred are kept', () => {
  const tokens = createDelegatedTokens();
  for (let index = 0; index <= 100; index += 1) tokens.keep(String(index), token(String(index)));
  expect(tokens.take('0')).toBeNull();
  expect(tokens.take('1')).not.toBeNull();
});
