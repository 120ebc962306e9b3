import { expect, it } from 'vitest';
import { tryNames } from './try-names';

it('reports a renderer that marks nothing, and tools that accept every rule', async () => {
  const { failures } = await tryNames(
    { runs: 60, seed: 6 },
    {
      spellOut: (text) => text,
      addRules: async (calls) => calls.map(([, args]) => JSON.stringify(args)).concat('plain-*'),
    },
  );
  const found = failures.map(({ message }) => message).join('\n');
  expect(found).toContain('it is shown unmarked');
  expect(found).toContain('it became a rule');
});
