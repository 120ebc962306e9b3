import type { Page } from '@playwright/test';
import { cliProxyApi } from '@/src/adapters/cli-proxy-api/definition';
import { cliProxyService } from '@/src/adapters/cli-proxy-api/service';
import { createApprovalView } from '@/tests/e2e/approval-view';
import { attachScreenshot } from '@/tests/e2e/attach-screenshot';
import type { OpenPanel } from '@/tests/e2e/fixtures';
import { enterKey, SERVICE_TEXTS } from '@/tests/e2e/service-page';
import { test as base, expect } from '@/tests/e2e/strict-test';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { expectFacts, factsAt } from './product-facts';
import { type RealCliProxy, realCliProxy } from './real-cli-proxy';

interface Fixtures {
  /** The running server. Its rules are restored after the test. */
  server: RealCliProxy;
  /** A provider with preview models that nothing else serves. */
  target: { provider: string; previews: string[] };
  /** The server's own page, signed in. */
  page: Page;
  /** Steward beside it, with the key and a model that a script plays. */
  panel: OpenPanel;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  server: async ({}, use) => {
    const server = realCliProxy();
    const before = await server.rules();
    const servedBefore = await server.served();
    await use(server);
    for (const provider of new Set([...Object.keys(before), ...Object.keys(await server.rules())])) {
      await server.setRules(provider, before[provider] ?? []); // None are left out.
    }
    expect(await server.rules()).toEqual(before);
    await expect.poll(server.served).toEqual(servedBefore);
  },
  target: async ({ server }, use) => use(await server.providerWithPreviews()),
  page: async ({ steward, server }, use) => {
    const [page = await steward.context.newPage()] = steward.context.pages();
    await page.goto(`${server.origin}/management.html`);
    await page.locator('input[type=password]').first().fill(server.key);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.hash.includes('login'));
    await use(page);
  },
  panel: async ({ page, server, endpoint, openPanel }, use) => {
    const panel = await openPanel(page);
    await enterKey(panel, server.key);
    await expectFacts(panel, await factsNow(server));
    await panel.connectScripted(endpoint);
    await use(panel);
  },
});

const factsNow = (server: RealCliProxy) => factsAt(server, cliProxyApi, cliProxyService);
const report = (text: string) => console.info(`    ${text}`);

/** Opens the page's own editor for a provider. */
async function openEditor(page: Page, provider: string): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/auth-files/oauth-excluded';
  });
  await page.locator('#oauth-excluded-provider').fill(provider);
  await expect(page.locator('#oauth-excluded-models-label')).toBeVisible();
}

for (const hasEditor of [false, true]) {
  const where = hasEditor ? 'with the page’s own editor open on the same provider' : 'beside the page';
  test(`excludes all preview models of a provider, and a rollback brings them back, ${where}`, async ({
    server,
    target: { provider, previews },
    page,
    panel,
    endpoint,
  }, testInfo) => {
    const before = await server.served();
    const rulesBefore = await server.rules();
    if (hasEditor) await openEditor(page, provider);
    const args = JSON.stringify({ provider, patterns: ['*preview*'] });
    endpoint.behave(inTurn(calls('exclude_models', args), says('They are excluded.')));
    await panel.ask(`Exclude all preview models of ${provider}`);
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    expect((await view.names(SERVICE_TEXTS.newlyExcluded)).sort()).toEqual([...previews].sort());
    await attachScreenshot(panel.page, testInfo, 'approval');
    await view.approve();
    await panel.answered('They are excluded.');
    await expect.poll(server.served).toEqual(before.filter((id) => !previews.includes(id)));
    report(
      `${provider}: ${previews.join(', ')} gone from /v1/models (${before.length} → ${before.length - previews.length})`,
    );
    await attachScreenshot(page, testInfo, 'page');

    await panel.openCheckpoints();
    await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Exclude all preview models'));
    await panel.rollBack();
    await expect.poll(server.served).toEqual(before);
    expect(await server.rules()).toEqual(rulesBefore);
    report(`rolled back: ${before.length} models, rules as before`);
  });
}

test('overwrites nothing when a second admin writes while an approval is pending', async ({
  server,
  target: { provider },
  panel,
  endpoint,
}) => {
  const args = JSON.stringify({ provider, patterns: ['*preview*'] });
  endpoint.behave(inTurn(calls('exclude_models', args), says('I leave it.')));
  await panel.ask(`Exclude all preview models of ${provider}`);
  const view = createApprovalView(panel);
  await expect(view.ready).toBeVisible();
  await server.setRules(provider, ['written-by-a-second-admin']);
  const rules = await server.rules();
  await view.approve();
  await expect(view.card).toContainText(SERVICE_TEXTS.pageChanged);
  await expect(view.card).toContainText('written-by-a-second-admin');
  await panel.refuse('Somebody else is at it.');
  await expect(panel.said('I leave it.')).toBeVisible();
  expect(await server.rules()).toEqual(rules);
  report(`${provider}: refused and shown; the rules of the second admin stay`);
});

test('the panel notices what the user saves in the page’s own editor', async ({
  server,
  target,
  page,
  panel,
}) => {
  const before = await factsNow(server);
  await openEditor(page, target.provider);
  await page.locator('textarea').last().fill('typed-by-the-user-*');
  // The page is in the browser's language, which is English here.
  await page.getByRole('button', { name: 'Save/Update' }).click();
  await expect.poll(async () => (await server.rules())[target.provider]).toContain('typed-by-the-user-*');
  const facts = await factsNow(server);
  expect(facts).not.toEqual(before);
  await expectFacts(panel, facts);
  report(`${target.provider}: a rule saved in the page's own editor is in the panel's page line`);
});
