import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { llmApiKeyProxy } from '@/src/adapters/llm-api-key-proxy/definition';
import { llmProxyService } from '@/src/adapters/llm-api-key-proxy/service';
import { createApprovalView } from '@/tests/e2e/approval-view';
import { attachScreenshot } from '@/tests/e2e/attach-screenshot';
import type { OpenPanel } from '@/tests/e2e/fixtures';
import { enterKey, SERVICE_TEXTS } from '@/tests/e2e/service-page';
import { test as base, expect } from '@/tests/e2e/strict-test';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { expectFacts, factsAt } from './product-facts';
import { NO_RULES, type RealLlmProxy, realLlmProxy, type Target } from './real-llm-proxy';

interface Fixtures {
  /** The running server. Its rules are restored after the test. */
  server: RealLlmProxy;
  target: Target;
  /** The server's own page, signed in. */
  page: Page;
  /** Steward beside it, with the key and a model that a script plays. */
  panel: OpenPanel;
}

/** Time until the page polls its settings again, and until a restarted server lists its models, in milliseconds. */
const SLOW_MS = 60_000;

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  server: async ({}, use) => {
    const server = realLlmProxy();
    const before = await server.rules();
    const servedBefore = await server.served();
    await use(server);
    const after = await server.rules();
    for (const provider of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const rules = before[provider] ?? NO_RULES; // None are left out.
      if (JSON.stringify(after[provider]) !== JSON.stringify(rules)) await server.setRules(provider, rules);
    }
    expect(withRules(await server.rules())).toEqual(withRules(before));
    if (JSON.stringify(await server.served()) !== JSON.stringify(servedBefore)) await restart(server);
    await expect.poll(() => listed(server), { timeout: SLOW_MS }).toEqual(servedBefore);
  },
  target: async ({ server }, use) => use(await server.target()),
  page: async ({ steward, server }, use) => {
    const [page = await steward.context.newPage()] = steward.context.pages();
    await page.goto(`${server.origin}/ui/`);
    // A proxy without a key may let everybody in.
    const field = page.locator('#api-key');
    await expect(field.or(page.locator('main'))).toBeVisible();
    if (await field.isVisible()) {
      await field.fill(server.key ?? '');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(field).toBeHidden();
    }
    await page.locator('a[href="/ui/settings"]').click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await use(page);
  },
  panel: async ({ page, server, endpoint, openPanel }, use) => {
    const panel = await openPanel(page);
    if (server.key !== null) await enterKey(panel, server.key);
    await expectFacts(panel, await factsNow(server));
    await panel.connectScripted(endpoint);
    await use(panel);
  },
});

const factsNow = (server: RealLlmProxy) => factsAt(server, llmApiKeyProxy, llmProxyService);
const report = (text: string) => console.info(`    ${text}`);

/** Providers without rules may be named or left out. */
function withRules(rules: Awaited<ReturnType<RealLlmProxy['rules']>>) {
  return Object.fromEntries(
    Object.entries(rules).filter(([, { ignore, whitelist }]) => ignore.length + whitelist.length > 0),
  );
}

/** The ids that clients get; null while the server restarts. */
const listed = ({ served }: RealLlmProxy) => served().catch(() => null);

async function restart(server: RealLlmProxy): Promise<void> {
  if (server.restartCommand === null) throw new Error('The server has to be restarted by hand.');
  await promisify(exec)(server.restartCommand);
  await expect.poll(() => listed(server), { timeout: SLOW_MS }).not.toBeNull();
}

test('hides models of a provider after a restart, and a rollback brings them back', async ({
  server,
  target: { provider, pattern, models },
  page,
  panel,
  endpoint,
}, testInfo) => {
  const before = await server.served();
  const rulesBefore = await server.rules();
  const args = JSON.stringify({ provider, list: 'ignore', patterns: [pattern] });
  endpoint.behave(
    inTurn(
      calls('add_rules', args),
      says('Saved, restart needed.'),
      calls('check_rules_in_force', JSON.stringify({ provider })),
      says('I looked.'),
    ),
  );
  await panel.ask(`Hide ${pattern} of ${provider}`);
  const view = createApprovalView(panel);
  await expect(view.ready).toBeVisible();
  expect((await view.names(SERVICE_TEXTS.newlyHidden)).sort()).toEqual([...models].sort());
  await attachScreenshot(panel.page, testInfo, 'approval');
  await view.approve();
  await panel.answered('Saved, restart needed.');
  expect((await server.rules())[provider]?.ignore.at(-1)).toBe(pattern);
  expect(await server.served()).toEqual(before);
  await expect(panel.pageLine).toContainText(SERVICE_TEXTS.restartNeeded);
  await expect(page.getByText(`ignore: ${pattern}`)).toBeVisible({ timeout: SLOW_MS });
  await attachScreenshot(page, testInfo, 'page');
  report(`${provider}: ${pattern} saved and shown by the page; /v1/models still has ${before.length} models`);

  if (server.restartCommand === null) {
    report('no --restart: that the rules are in force after a restart was not tried');
  } else {
    await restart(server);
    await expect
      .poll(() => listed(server), { timeout: SLOW_MS })
      .toEqual(before.filter((id) => !models.includes(id)));
    await panel.converse('I restarted it.', 'I looked.');
    expect(JSON.stringify(endpoint.chats())).toContain(SERVICE_TEXTS.nothingAgainst);
    report(`restarted: ${models.join(', ')} gone from /v1/models`);
  }

  await panel.openCheckpoints();
  await panel.chooseCheckpoint(SERVICE_TEXTS.toIgnoreList);
  await panel.rollBack();
  await expect.poll(async () => withRules(await server.rules())).toEqual(withRules(rulesBefore));
  report('rolled back: rules as before');
});

test('overwrites nothing when a second admin writes while an approval is pending', async ({
  server,
  target: { provider, pattern },
  panel,
  endpoint,
}) => {
  const args = JSON.stringify({ provider, list: 'ignore', patterns: [pattern] });
  endpoint.behave(inTurn(calls('add_rules', args), says('I leave it.')));
  await panel.ask(`Hide ${pattern} of ${provider}`);
  const view = createApprovalView(panel);
  await expect(view.ready).toBeVisible();
  await server.setRules(provider, { ignore: ['written-by-a-second-admin'], whitelist: [] });
  const rules = await server.rules();
  await view.approve();
  await expect(view.card).toContainText(SERVICE_TEXTS.pageChanged);
  await expect(view.card).toContainText('written-by-a-second-admin');
  await panel.refuse('Somebody else is at it.');
  await expect(panel.said('I leave it.')).toBeVisible();
  expect(await server.rules()).toEqual(rules);
  report(`${provider}: refused and shown; the rules of the second admin stay`);
});

test('the panel notices what another admin saved, when the page shows it', async ({
  server,
  target: { provider },
  panel,
}) => {
  const before = await factsNow(server);
  const own = (await server.rules())[provider] ?? NO_RULES; // None are left out.
  await server.setRules(provider, { ...own, ignore: [...own.ignore, 'saved-elsewhere-*'] });
  const facts = await factsNow(server);
  expect(facts).not.toEqual(before);
  await expectFacts(panel, facts);
  report(`${provider}: a rule saved elsewhere is in the panel's page line`);
});
