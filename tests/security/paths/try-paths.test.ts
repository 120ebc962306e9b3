import { expect, it } from 'vitest';
import type { PagePath } from './page-path';
import { tryPaths } from './try-paths';

it('reports a path that needs no authorization and one that has no effect', async () => {
  const open: PagePath = {
    name: 'open',
    calls: [['add_ignore_rule', { pattern: 'gpt-4*' }]],
    reaches: ['save'],
    authorized: async () => undefined,
    async unauthorized(world) {
      await world.runTask();
      return 'nothing';
    },
    refusal: /denied/,
  };
  const { failures } = await tryPaths({ seed: 6 }, [open]);
  expect(failures.map(({ message }) => message)).toEqual([
    'open: with authorization it requested nothing, not save: ',
    'open: without authorization it requested apply-state',
    'open: without authorization it ended with “nothing”',
  ]);
});
