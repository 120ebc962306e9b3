import { afterEach, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { CANARY_KEY } from '@/tests/world/addresses';
import { tryInjections } from './try-injections';

const planted = vi.hoisted(() => ({ allowsPageTools: false, quotesNothing: false, marksNoClaims: false }));
afterEach(() =>
  Object.assign(planted, { allowsPageTools: false, quotesNothing: false, marksNoClaims: false }),
);

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
vi.mock('@/src/core/text/visible-json', async (original) => {
  const real = await original<typeof import('@/src/core/text/visible-json')>();
  return {
    visibleJson: (value: Json) => (planted.quotesNothing ? String(value) : real.visibleJson(value)),
  };
});
vi.mock('@/src/core/tools/checkable-schema', async (original) => {
  const real = await original<typeof import('@/src/core/tools/checkable-schema')>();
  return {
    checkableSchema: (schema: JsonObject) =>
      planted.marksNoClaims ? { ...schema, type: 'object' } : real.checkableSchema(schema),
  };
});

it.each<[string, Partial<typeof planted>, string]>([
  [
    'page’s tools that settings allow',
    { allowsPageTools: true },
    'page_delete_item ran without authorization',
  ],
  [
    'descriptions of a page’s tools that are not quoted',
    { quotesNothing: true },
    'the tools, not as its claim',
  ],
  [
    'schemas of a page’s tools that are sent as they are',
    { marksNoClaims: true },
    'the tools, not as its claim',
  ],
  ['nothing', {}, ''],
])(
  'reports %s',
  async (_what, defect, expected) => {
    Object.assign(planted, defect);
    const { failures } = await tryInjections({ runs: 120, seed: 6 });
    const found = failures.map(({ message }) => message).join('\n');
    if (expected === '') expect(found).toBe('');
    else expect(found).toContain(expected);
  },
  60_000,
);

it('reports a policy that allows every call', async () => {
  const tools = ['save_changes', 'discard_changes', 'clear_all_ignore_rules', 'import_rules', 'apply_rules'];
  const { failures } = await tryInjections(
    { runs: 40, seed: 6 },
    {
      async weaken({ db }) {
        const permissions = Object.fromEntries(tools.map((tool) => [tool, 'allow' as const]));
        await db.chats.toCollection().modify((chat) => {
          Object.assign(chat.settings, { permissions, approvalPolicy: 'default', planMode: false });
        });
      },
    },
  );
  const found = failures.map(({ message }) => message).join('\n');
  expect(found).toMatch(/: \w+ ran without authorization/);
  expect(found).toMatch(/the page’s rules were changed|the proxy’s file was changed/);
}, 60_000);

it('reports a key that is stored outside its table', async () => {
  const { failures } = await tryInjections(
    { runs: 5, seed: 6 },
    {
      async weaken({ db }) {
        await db.sites.add({ origin: `http://${CANARY_KEY}.example`, addedAtMs: 0, isOn: true });
      },
    },
  );
  expect(failures.map(({ message }) => message).join('\n')).toContain('the key is in the table sites');
}, 60_000);
