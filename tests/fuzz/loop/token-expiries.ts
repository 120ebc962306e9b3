import { type createWriteTokens, TOKEN_LIFE_MS } from '@/src/core/policy/write-tokens';
import type { Clock } from '@/src/core/ports/clock';
import type { Problems } from './problems';

export type TokenOffice = ReturnType<typeof createWriteTokens>;

/** Records the calls that were refused because their write token had expired. */
export interface TokenExpiries {
  /** Wraps the write tokens; a token that is refused before it expires is a problem. */
  watch(office: TokenOffice): TokenOffice;
  hasExpired(executionId: string): boolean;
}

export function createTokenExpiries({
  clock,
  problems,
}: {
  clock: Clock;
  problems: Problems;
}): TokenExpiries {
  const issuedAtMs = new Map<string, number>();
  const expired = new Set<string>();
  return {
    watch: ({ issuer, checker }) => ({
      issuer: {
        issue(facts, basis) {
          issuedAtMs.set(facts.executionId, clock.now());
          return issuer.issue(facts, basis);
        },
      },
      checker: {
        consume(token, facts) {
          try {
            return checker.consume(token, facts);
          } catch (error) {
            const ageMs = clock.now() - (issuedAtMs.get(facts.executionId) ?? 0);
            if (ageMs >= TOKEN_LIFE_MS) expired.add(facts.executionId);
            else problems.add(`a write token was refused after ${ageMs} ms`);
            throw error;
          }
        },
      },
    }),
    hasExpired: (executionId) => expired.has(executionId),
  };
}
