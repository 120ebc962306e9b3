import { StewardError } from '../errors';
import { canonicalJson, hashJson } from '../hash';
import type { Clock, IdSource } from '../ports/clock';
import type { WriteFacts, WriteToken } from '../records/write-token';

/** How long a token is good: it is issued right before its use, behind which a page may still have to be locked. */
export const TOKEN_LIFE_MS = 60_000;

/** Why a change was refused at the exit to the page. */
export type TokenRefusal = 'missing' | 'altered' | 'unknown-or-used' | 'expired' | 'other-change';

/** Issues tokens. Held by nobody but the gate. */
export interface TokenIssuer {
  issue(facts: WriteFacts, basis: WriteToken['basis']): WriteToken;
}

/** Checks tokens. Held by the exit to the page. */
export interface TokenChecker {
  /**
   * Lets one change pass, and burns its token whether or not it does. Answers with the hash of the state that the change
   * may be made on. Throws `write-refused` unless this very token was issued by this worker for exactly this change,
   * hasn't been used, and is still good.
   */
  consume(token: WriteToken | null | undefined, facts: Omit<WriteFacts, 'stateHash'>): string;
}

/**
 * Where tokens come from and where they end. What was issued is kept in memory alone: a worker that was born again
 * knows none of an earlier one, so there is nothing to forge in the record, and what was approved gets a new one.
 */
export function createWriteTokens(deps: { clock: Clock; ids: IdSource }): {
  issuer: TokenIssuer;
  checker: TokenChecker;
} {
  /** The expiry of each token that can still be used, by digest. */
  const open = new Map<string, number>();

  function forgetExpired(): void {
    const nowMs = deps.clock.now();
    for (const [digest, expiresAtMs] of open) if (nowMs >= expiresAtMs) open.delete(digest);
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
        open.set(token.digest, token.expiresAtMs);
        return token;
      },
    },
    checker: {
      consume(token, facts) {
        if (token?.place === undefined) throw refused('missing');
        // Read once, so that what is checked is what was signed.
        const { digest, basis, expiresAtMs: untilMs, nonce } = token;
        const unsigned = { ...pick(token), basis, expiresAtMs: untilMs, nonce };
        const expiresAtMs = open.get(digest);
        open.delete(digest);
        if (hashJson(unsigned) !== digest) throw refused('altered');
        if (expiresAtMs === undefined) throw refused('unknown-or-used');
        if (deps.clock.now() >= expiresAtMs) throw refused('expired');
        const { stateHash } = unsigned;
        if (canonicalJson(pick(unsigned)) !== canonicalJson(pick({ ...facts, stateHash }))) {
          throw refused('other-change');
        }
        return stateHash;
      },
    },
  };
}

/** The facts alone, of whatever holds them. */
function pick({ executionId, chatId, place, stateHash, effectHash }: WriteFacts) {
  const { origin, tabId } = place;
  return { executionId, chatId, place: { origin, tabId }, stateHash, effectHash };
}

function refused(why: TokenRefusal): StewardError {
  return new StewardError('write-refused', 'Steward kept a change from the page that nobody had allowed.', {
    remedy: 'Look at the page and ask again; if it happens once more, report it with the details.',
    details: `token: ${why}`,
  });
}
