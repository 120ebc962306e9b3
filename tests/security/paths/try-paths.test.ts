import { afterEach, expect, it, vi } from 'vitest';
import type { AnyPageContext } from '@/src/adapters/any-page/any-page-context';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { PagePath } from './page-path';
import { pageToolPaths } from './page-tool-paths';
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

const planted = vi.hoisted(() => ({ allowsPageTools: false, comparesNothing: false }));
afterEach(() => Object.assign(planted, { allowsPageTools: false, comparesNothing: false }));

vi.mock('@/src/core/policy/permission-for', async (original) => {
  const real = await original<typeof import('@/src/core/policy/permission-for')>();
  return {
    ...real,
    permissionFor: (...[settings, tool, isLive]: Parameters<typeof real.permissionFor>) =>
      planted.allowsPageTools && tool.pageTool !== undefined
        ? 'allow'
        : real.permissionFor(settings, tool, isLive),
  };
});
vi.mock('@/src/adapters/any-page/page-state', async (original) => {
  const real = await original<typeof import('@/src/adapters/any-page/page-state')>();
  const NOTHING = { visit: '', address: '', title: '', sections: [] };
  return {
    ...real,
    stateOfPage: (context: AnyPageContext) => (planted.comparesNothing ? NOTHING : real.stateOfPage(context)),
  };
});

/** A page half that checks calls against the page as it was first read, and not once more right before the tool. */
function unbound({ stateOf, execute }: StateHalf): Partial<StateHalf> {
  let first: ReturnType<StateHalf['stateOf']> | null = null;
  return {
    stateOf(context) {
      first ??= stateOf(context);
      return first;
    },
    execute: (tool, args, signal) => execute(tool, args, signal, () => undefined),
  };
}

it.each<[string, Partial<typeof planted>, Parameters<typeof pageToolPaths>[0], string[]]>([
  ['nothing', {}, () => ({}), []],
  ['a page’s tool that settings allow', { allowsPageTools: true }, () => ({}), ['allowed by the settings']],
  [
    'an approval without the page that it is for',
    { comparesNothing: true },
    () => ({}),
    ['on a page that navigates right before it runs'],
  ],
  [
    'a page that isn’t compared right before a call',
    {},
    unbound,
    ['on a page that navigates right before it runs'],
  ],
])('reports %s', async (_what, defect, weaken, expected) => {
  Object.assign(planted, defect);
  const { failures } = await tryPaths({ seed: 6 }, pageToolPaths(weaken));
  const found = failures.map(({ message }) => message).join('\n');
  for (const name of expected)
    expect(found).toContain(`${name}: without authorization it requested delete_item`);
  if (expected.length === 0) expect(found).toBe('');
});
