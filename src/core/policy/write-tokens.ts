import { type StewardError, textError } from '../errors';
import { hashJson, isSameJson } from '../hash';
import type { Clock, IdSource } from '../ports/clock';
import type { ExpectedPage, WriteFacts, WriteToken } from '../records/write-token';

/** Time from a token's issue to its expiry. It is used at once, but the page may have to be locked first. */
export const TOKEN_LIFE_MS = 60_000;

type TokenRefusal = 'missing' | 'altered' | 'unknown-or-used' | 'expired' | 'other-change';

/** Issues tokens. Only the gate has access to it. */
export interface TokenIssuer {
  issue(facts: WriteFacts, basis: WriteToken['basis']): WriteToken;
}

/** Verifies tokens. Only PageLink, through which all changes are sent to pages, has access to it. */
export interface TokenChecker {
  /**
   * Verifies a token for one change; the token can't be used again, whatever the result. Returns the page on
   * which the change may be made. Throws `write-refused` unless this worker issued the token for exactly this change, and
   * it is neither used nor expired.
   */
  consume(token: WriteToken | null | undefined, facts: Omit<WriteFacts, 'expected'>): ExpectedPage;
}

/**
 * Creates issuer and checker. Issued tokens are kept only in memory, so none can be forged through the database. After a
 * restart of the worker, approved calls get a new token.
 */
export function createWriteTokens(deps: { clock: Clock; ids: IdSource }): {
  issuer: TokenIssuer;
  checker: TokenChecker;
} {
  /** The expiry of each unused token, by digest. */
  const unused = new Map<string, number>();

  function forgetExpired(): void {
    const nowMs = deps.clock.now();
    for (const [digest, expiresAtMs] of unused) if (nowMs >= expiresAtMs) unused.delete(digest);
  }

  return {
    issuer: {
      issue(facts, basis) {
        forgetExpired();
        const unsigned = {
          ...pick(facts),
          basis,
          expiresAtMs: deps.clock.now() + TOKEN_LIFE_MS,
          nonce: deps.ids.newId(),
        };
        const token = { ...unsigned, digest: hashJson(unsigned) };
        unused.set(token.digest, token.expiresAtMs);
        return token;
      },
    },
    checker: {
      consume(token, facts) {
        if (token?.place === undefined) throw refused('missing');
        // Read each field once: the checked values have to be the signed ones.
        const { digest, basis, expiresAtMs: untilMs, nonce } = token;
        const unsigned = { ...pick(token), basis, expiresAtMs: untilMs, nonce };
        const expiresAtMs = unused.get(digest);
        unused.delete(digest);
        if (hashJson(unsigned) !== digest) throw refused('altered');
        if (expiresAtMs === undefined) throw refused('unknown-or-used');
        if (deps.clock.now() >= expiresAtMs) throw refused('expired');
        const { expected } = unsigned;
        if (!isSameJson(pick(unsigned), pick({ ...facts, expected }))) {
          throw refused('other-change');
        }
        return expected;
      },
    },
  };
}

/** Only the facts, without other fields of the object. */
function pick({ executionId, chatId, place, expected, effectHash }: WriteFacts) {
  const { origin, tabId } = place;
  const { document: name, stateHash } = expected;
  return {
    executionId,
    chatId,
    place: { origin, tabId },
    expected: { document: name, stateHash },
    effectHash,
  };
}

function refused(why: TokenRefusal): StewardError {
  return textError('write-refused', 'error.policy.blocked', { details: `token: ${why}` });
}
