import type { Page } from '@playwright/test';
import { openWebui } from '@/src/adapters/open-webui/definition';
import { openWebuiService } from '@/src/adapters/open-webui/service';
import { createApprovalView } from '@/tests/e2e/approval-view';
import { attachScreenshot } from '@/tests/e2e/attach-screenshot';
import type { OpenPanel } from '@/tests/e2e/fixtures';
import { enterKey, SERVICE_TEXTS } from '@/tests/e2e/service-page';
import { test as base, expect } from '@/tests/e2e/strict-test';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { expectFacts, factsAt } from './product-facts';
import { type RealOpenWebui, realOpenWebui } from './real-open-webui';

interface Fixtures {
  /** The running server. Its models are restored after the test. */
  server: RealOpenWebui;
  /** The preview models that the administrator can choose. */
  previews: string[];
  /** The server's own page, signed in, with its list of models open. */
  page: Page;
  /** Steward beside it, with the key and a model that a script plays. */
  panel: OpenPanel;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  server: async ({}, use) => {
    const server = realOpenWebui();
    const before = await server.settings();
    const choosableBefore = await server.choosable();
    await use(server);
    await server.restore(before);
    const flags = async () =>
      (await server.settings()).map(({ id, is_active, meta }) => [id, is_active, meta]);
    expect(await flags()).toEqual(before.map(({ id, is_active, meta }) => [id, is_active, meta]));
    await expect.poll(server.choosable).toEqual(choosableBefore);
  },
  previews: async ({ server }, use) => {
    const previews = (await server.choosable()).filter((id) => id.includes('preview'));
    if (previews.length < 2) throw new Error('This server offers fewer than two preview models.');
    await use(previews);
  },
  page: async ({ steward, server }, use) => {
    const [page = await steward.context.newPage()] = steward.context.pages();
    await page.addInitScript((token) => localStorage.setItem('token', token), server.token);
    await openModels(page, server);
    await use(page);
  },
  panel: async ({ page, server, endpoint, openPanel }, use) => {
    const panel = await openPanel(page);
    await enterKey(panel, await server.apiKey());
    await expectFacts(panel, await factsNow(server));
    await panel.connectScripted(endpoint);
    await use(panel);
  },
});

/** The page loads its whole list, and each of its pictures, before a model can be seen. */
test.describe.configure({ timeout: 600_000 });

const DISABLE_PREVIEWS = calls('set_models_enabled', '{"pattern":"*preview*","enabled":false}');
const factsNow = async ({ origin, apiKey }: RealOpenWebui) =>
  factsAt({ origin, key: await apiKey() }, openWebui, openWebuiService);
const report = (text: string) => console.info(`    ${text}`);

async function openModels(page: Page, { origin }: RealOpenWebui): Promise<void> {
  // The address opens the settings over a chat; the page now and then loses that while it loads.
  await expect(async () => {
    await page.goto(`${origin}/admin/settings/models`);
    await expect(page.locator('#model-list')).toBeVisible({ timeout: 90_000 });
  }).toPass({ timeout: 200_000 });
}

/** The switch of a model on the server's own page. */
function switchOf(page: Page, id: string) {
  return page.locator(`[id="model-item-${id}"]`).getByRole('switch');
}

test('disables all preview models, and a rollback brings them back', async ({
  server,
  previews,
  page,
  panel,
  endpoint,
}, testInfo) => {
  const before = await server.choosable();
  endpoint.behave(inTurn(DISABLE_PREVIEWS, says('They are disabled.')));
  await panel.ask('Disable all preview models');
  const view = createApprovalView(panel);
  await expect(view.ready).toBeVisible();
  await expect(view.card).toContainText(SERVICE_TEXTS.makesChanges(previews.length));
  await attachScreenshot(panel.page, testInfo, 'approval');
  await view.approve();
  await expect(panel.said('They are disabled.')).toBeVisible({ timeout: 60_000 });
  await panel.finished();
  const [first = ''] = previews;
  // Before anything else lists the models.
  expect(await server.finds(first)).toBe(false);
  expect(await server.choosable()).toEqual(before.filter((id) => !previews.includes(id)));
  // Connections offer them all the same: they are disabled, not gone.
  expect(await server.offered()).toEqual(expect.arrayContaining(previews));
  report(
    `${previews.length} preview models gone from /api/models (${before.length} → ${before.length - previews.length})`,
  );
  await attachScreenshot(panel.page, testInfo, 'done');
  await openModels(page, server);
  await expect(switchOf(page, first)).toHaveAttribute('aria-checked', 'false');
  await attachScreenshot(page, testInfo, 'page');

  await panel.openCheckpoints();
  await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Disable all preview models'));
  await panel.rollBack();
  await expect.poll(() => server.finds(first), { timeout: 60_000 }).toBe(true);
  await expect.poll(server.choosable, { timeout: 60_000 }).toEqual(before);
  report(`rolled back: ${before.length} models`);
  await openModels(page, server);
  await expect(switchOf(page, first)).toHaveAttribute('aria-checked', 'true');
});

test('hides a model for lists alone, and a rollback shows it again', async ({
  server,
  previews,
  panel,
  endpoint,
}) => {
  const before = await server.choosable();
  const [id = ''] = previews;
  endpoint.behave(
    inTurn(calls('set_models_hidden', JSON.stringify({ ids: [id], hidden: true })), says('It is hidden.')),
  );
  await panel.ask(`Hide ${id}`);
  const view = createApprovalView(panel);
  await view.approve();
  await panel.answered('It is hidden.');
  const hidden = async () =>
    (await server.settings()).filter(({ meta }) => meta.hidden === true).map((model) => model.id);
  expect(await hidden()).toContain(id);
  expect(await server.choosable()).toEqual(before);
  await panel.openCheckpoints();
  await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf(`Hide ${id}`));
  await panel.rollBack();
  await expect.poll(hidden).not.toContain(id);
  report(`${id}: hidden, still callable, and shown again by a rollback`);
});

test('overwrites nothing when a second admin writes while an approval is pending', async ({
  server,
  previews,
  panel,
  endpoint,
}) => {
  endpoint.behave(inTurn(DISABLE_PREVIEWS, says('I leave it.')));
  await panel.ask('Disable all preview models');
  const view = createApprovalView(panel);
  await expect(view.ready).toBeVisible();
  const other = (await server.choosable()).find((id) => !previews.includes(id)) ?? ''; // Most models are.
  const isKnown = (await server.settings()).some(({ id }) => id === other);
  await (isKnown ? server.setActive(other, false) : server.create(other, false));
  const settings = await server.settings();
  await view.approve();
  await expect(view.card).toContainText(SERVICE_TEXTS.pageChanged);
  await expect(view.card).toContainText(other);
  await panel.refuse('Somebody else is at it.');
  await expect(panel.said('I leave it.')).toBeVisible();
  expect(await server.settings()).toEqual(settings);
  report(`refused and shown: a second admin disabled ${other}; nothing else was changed`);
});

test('the panel notices what the user switches on the page itself', async ({
  server,
  previews: [id = ''],
  page,
  panel,
}) => {
  const disabledNow = async () => (await server.settings()).filter(({ is_active }) => !is_active).length;
  const count = await disabledNow();
  await switchOf(page, id).click();
  await expect.poll(disabledNow).toBe(count + 1);
  await expectFacts(panel, await factsNow(server));
  report(`${id}: switched off on the page, and the panel's page line shows it`);
});
