import { expect, it } from 'vitest';
import { CANARY_KEY } from '@/tests/world/addresses';
import { tryInjections } from './try-injections';

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
