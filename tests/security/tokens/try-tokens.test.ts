import { expect, it } from 'vitest';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import type { ExpectedPage } from '@/src/core/records/write-token';
import { TOKEN_ATTACKS } from './token-attacks';
import { PAGE } from './token-rig';
import { tryTokens } from './try-tokens';

const options = { runs: 2 * TOKEN_ATTACKS.length, seed: 6 };

it('reports a check that consumes no token', async () => {
  const { failures } = await tryTokens(options, {
    createTokens: (deps) => ({ ...createWriteTokens(deps), checker: { consume: () => PAGE } }),
  });
  // Every attack except the one that begins with a refusal by this very check.
  const found = new Set(failures.map(({ message }) => message.split(' (')[0]));
  expect(found.size).toBeGreaterThanOrEqual(TOKEN_ATTACKS.length - 6);
});

it('reports a check that doesn’t consume a refused token', async () => {
  const { failures } = await tryTokens(options, {
    createTokens(deps) {
      const tokens = createWriteTokens(deps);
      const seen = new Map<unknown, ExpectedPage>();
      return {
        issuer: tokens.issuer,
        checker: {
          consume(token, facts) {
            const known = seen.get(token);
            if (known !== undefined) return known;
            const expected = tokens.checker.consume(token, facts);
            seen.set(token, expected);
            return expected;
          },
        },
      };
    },
  });
  const found = new Set(failures.map(({ message }) => message.split(' (')[0]));
  expect([...found]).toEqual(['replayed', 'replayed at the same moment']);
});
