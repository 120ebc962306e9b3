import { expect, it } from 'vitest';
import type { PagePath } from './page-path';
import { tryPaths } from './try-paths';

it('reports a path that needs no authorization and one that has no effect', async () => {
  const open: PagePath = {
    name: 'open',
    calls: [['add_ignore_rule', { pattern: 'gpt-4*' }]],
    reaches: ['save'],
    withRight: async () => undefined,
    async withoutRight(world) {
      await world.work();
      return 'nothing';
    },
    refusal: /denied/,
  };
  const { failures } = await tryPaths({ seed: 6 }, [open]);
  expect(failures.map(({ message }) => message)).toEqual([
    'open: with its right it asked the page for nothing, not for save: ',
    'open: without a right it asked the page for apply-state',
    'open: without a right it says “nothing”',
  ]);
});
