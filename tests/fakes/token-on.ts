import type { ExpectedPage, WriteToken } from '@/src/core/records/write-token';

/** A token with the right shape that no issuer issued, for code behind the token check. */
export function tokenOn(expected: ExpectedPage): WriteToken {
  return {
    executionId: 'e',
    chatId: 'chat',
    place: { origin: 'http://page.test', tabId: 1 },
    expected,
    effectHash: 'none',
    basis: 'policy',
    expiresAtMs: 0,
    nonce: 'none',
    digest: 'none',
  };
}
