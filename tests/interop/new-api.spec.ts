import type { Page } from '@playwright/test';
import { createApprovalView } from '@/tests/e2e/approval-view';
import { attachScreenshot } from '@/tests/e2e/attach-screenshot';
import type { OpenPanel } from '@/tests/e2e/fixtures';
import { SERVICE_TEXTS } from '@/tests/e2e/service-page';
import { test as base, expect } from '@/tests/e2e/strict-test';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { PRICED, type RealNewApi, realNewApi } from './real-new-api';

interface Fixtures {
  /** The running server. */
  server: RealNewApi;
  /** Ids of two channels that offer the same model, and of one that maps a name. */
  ids: readonly [main: number, backup: number, mapped: number];
  page: Page;
  panel: OpenPanel;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  server: async ({}, use) => use(await realNewApi()),
  ids: async ({ server }, use) => {
    const stamp = Date.now();
    const [first, second, third] = PRICED;
    const main = await server.create({ name: `main-${stamp}`, models: `${first},${second}` });
    const backup = await server.create({ name: `backup-${stamp}`, models: first });
    const mapped = await server.create({
      name: `mapped-${stamp}`,
      models: `${third},fast-${stamp}`,
      model_mapping: JSON.stringify({ [`fast-${stamp}`]: third }),
    });
    await use([main, backup, mapped]);
    for (const id of [main, backup, mapped]) await server.remove(id).catch(() => undefined);
  },
  page: async ({ steward, server, ids: _ids }, use) => {
    const [page = await steward.context.newPage()] = steward.context.pages();
    await steward.context.addCookies([
      { ...server.session, url: server.origin, httpOnly: true, sameSite: 'Strict' },
    ]);
    await page.addInitScript((id) => localStorage.setItem('uid', id), server.userId);
    await page.goto(`${server.origin}/channels`);
    await use(page);
  },
  panel: async ({ page, endpoint, openPanel }, use) => {
    const panel = await openPanel(page);
    await expect(panel.pageLine).toContainText('new-api');
    await panel.connectScripted(endpoint);
    await use(panel);
  },
});

const report = (text: string) => console.info(`    ${text}`);

/** Asks for one change, approves it, rolls it back, and compares what clients get before, between and after. */
async function changeAndBack(
  { server, panel, endpoint }: Pick<Fixtures, 'server' | 'panel'> & { endpoint: ChangingEndpoint },
  asked: string,
  call: [tool: string, args: object],
): Promise<{ before: string[]; between: string[] }> {
  const before = await server.offered();
  endpoint.behave(inTurn(calls(call[0], JSON.stringify(call[1])), says('Done.')));
  await panel.ask(asked);
  await createApprovalView(panel).approve();
  await panel.answered('Done.');
  const between = await server.offered();
  await panel.openCheckpoints();
  await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf(asked));
  await panel.rollBack();
  await expect.poll(server.offered).toEqual(before);
  const without = (one: string[], other: string[]) =>
    one.filter((id) => !other.includes(id)).join(', ') || 'nothing';
  report(
    `${asked}: /v1/models lost ${without(before, between)}, got ${without(between, before)}; rolled back`,
  );
  return { before, between };
}

test('adds a model to all channels that have another one', async ({
  server,
  ids,
  panel,
  endpoint,
}, testInfo) => {
  const [main, backup] = ids;
  const [first, , , fourth] = PRICED;
  const { between } = await changeAndBack({ server, panel, endpoint }, `Add ${fourth} wherever ${first} is`, [
    'add_models',
    { channels: [main, backup], with_model: first, models: [fourth] },
  ]);
  expect(between).toContain(fourth);
  await attachScreenshot(panel.page, testInfo, 'done');
});

test('removes a model, which clients lose only if no other channel has it', async ({
  server,
  ids,
  panel,
  endpoint,
}) => {
  const [main] = ids;
  const [first, second] = PRICED;
  const { between } = await changeAndBack(
    { server, panel, endpoint },
    'Take both models out of the main channel',
    ['set_models', { channel: main, models: ['o1'] }],
  );
  expect(between).toContain(first);
  expect(between).not.toContain(second);
});

test('maps a name, and removes a mapping', async ({ server, ids, panel, endpoint }) => {
  const [, backup, mapped] = ids;
  const [first, , third] = PRICED;
  await changeAndBack({ server, panel, endpoint }, 'Let gpt-4 lead to the backup', [
    'set_mapping',
    { channel: backup, from: 'gpt-4', to: first },
  ]);
  const { models, model_mapping: mapping } = await server.channel(mapped);
  const [alias = ''] = models.split(',').slice(1);
  await changeAndBack({ server, panel, endpoint }, 'Drop the alias', [
    'remove_mapping',
    { channel: mapped, from: alias },
  ]);
  const after = await server.channel(mapped);
  expect([after.models, JSON.parse(after.model_mapping ?? '')]).toEqual([models, JSON.parse(mapping ?? '')]);
  expect(after.models).toContain(third);
});

test('switches channels off, and changes groups', async ({ server, ids, panel, endpoint }) => {
  const [main, backup, mapped] = ids;
  const [, second] = PRICED;
  const { between } = await changeAndBack({ server, panel, endpoint }, 'Switch the main channel off', [
    'disable_channels',
    { channels: [main] },
  ]);
  expect(between).not.toContain(second);
  expect((await server.channel(main)).status).toBe(1);
  await changeAndBack({ server, panel, endpoint }, 'Only vip may use these', [
    'set_groups',
    { channels: [backup, mapped], add: ['vip'], remove: ['default'] },
  ]);
  expect((await server.channel(backup)).group).toBe('default');
});

test('leaves out of the check, and keeps the rest of the settings', async ({
  server,
  ids,
  panel,
  endpoint,
}) => {
  const [main] = ids;
  await changeAndBack({ server, panel, endpoint }, 'Ignore o1 there', [
    'ignore_upstream_models',
    { channel: main, add: ['o1', 'regex:^ft:'] },
  ]);
});

test('changes nothing when a second admin changes a channel while the request waits', async ({
  server,
  ids,
  panel,
  endpoint,
}) => {
  const [main, backup] = ids;
  const [first, second, third] = PRICED;
  endpoint.behave(
    inTurn(
      calls('add_models', JSON.stringify({ channels: [main, backup], models: [third] })),
      says('I leave it.'),
    ),
  );
  await panel.ask('Add it to both');
  const view = createApprovalView(panel);
  await expect(view.ready).toBeVisible();
  await server.change({ id: backup, models: `${first},o1-mini` });
  await view.approve();
  await expect(view.card).toContainText(SERVICE_TEXTS.pageChanged);
  await panel.refuse('No.');
  await expect(panel.said('I leave it.')).toBeVisible();
  expect([(await server.channel(main)).models, (await server.channel(backup)).models]).toEqual([
    `${first},${second}`,
    `${first},o1-mini`,
  ]);
});
