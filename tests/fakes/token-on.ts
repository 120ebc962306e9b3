import type { WriteToken } from '@/src/core/records/write-token';

/** A token as it looks, for what stands behind the exit's check: issued by nobody. */
export function tokenOn(stateHash: string): WriteToken {
  return {
    executionId: 'e',
    chatId: 'chat',
    place: { origin: 'http://page.test', tabId: 1 },
    stateHash,
    effectHash: 'none',
    basis: 'policy',
    expiresAtMs: 0,
    nonce: 'none',
    digest: 'none',
  };
}
