import { expect, it } from 'vitest';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { TOKEN_ATTACKS } from './token-attacks';
import { STATE_HASH } from './token-rig';
import { tryTokens } from './try-tokens';

const options = { runs: 2 * TOKEN_ATTACKS.length, seed: 6 };

it('a check that burns nothing is found', async () => {
  const { failures } = await tryTokens(options, {
    createOffice: (deps) => ({ ...createWriteTokens(deps), checker: { consume: () => STATE_HASH } }),
  });
  // Every attack but the one that begins with a refusal at this very check.
  const found = new Set(failures.map(({ message }) => message.split(' (')[0]));
  expect(found.size).toBeGreaterThanOrEqual(TOKEN_ATTACKS.length - 6);
});

it('a check that forgets to burn is found', async () => {
  const { failures } = await tryTokens(options, {
    createOffice(deps) {
      const office = createWriteTokens(deps);
      const seen = new Map<unknown, string>();
      return {
        issuer: office.issuer,
        checker: {
          consume(token, facts) {
            const known = seen.get(token);
            if (known !== undefined) return known;
            const stateHash = office.checker.consume(token, facts);
            seen.set(token, stateHash);
            return stateHash;
          },
        },
      };
    },
  });
  const found = new Set(failures.map(({ message }) => message.split(' (')[0]));
  expect([...found]).toEqual(['replayed', 'replayed at the same moment']);
});
