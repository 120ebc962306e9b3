import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import { createApprovalView } from './approval-view';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import { findPage } from './find-page';
import { enterKey, expectKeptSecret, SERVICE_TEXTS, serviceTest, writesTo } from './service-page';
import { expect } from './strict-test';
import { thorough } from './thorough';

const tag = '@adapters';

const PREVIEW = 'openai/o1-preview';

const test = serviceTest(startLlmProxyDouble, async (page, double) => {
  await page.goto(`${double.origin}/ui/settings`);
  // The page's own sign-in, so that it shows its filters.
  await page.locator('#api-key').fill(double.key ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Model Filters' })).toBeVisible();
  double.requests.length = 0;
});

test(
  'hides preview models after approval, says that a restart is needed, sees them gone after it, and a rollback restores the file',
  thorough({ tag }),
  async ({ panel, double, endpoint }, testInfo) => {
    const before = double.process.served();
    const fileBefore = double.process.file;
    expect(before).toContain(PREVIEW);
    await expect(panel.pageLine).toContainText('Steward needs a key of');
    await attachScreenshot(panel.page, testInfo, 'llm-proxy-key');
    await enterKey(panel, double.key ?? '');
    await expect(panel.pageLine).toContainText('3 rules · ');

    await connectByCommand(panel, endpoint);
    const args = '{"provider":"openai","list":"ignore","patterns":["*-preview"]}';
    endpoint.behave(
      inTurn(
        calls('add_rules', args),
        says('Saved, restart needed.'),
        calls('check_rules_in_force', '{}'),
        says('Nothing speaks against it.'),
      ),
    );
    await panel.ask('Hide all preview models of openai');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    expect(await view.names(SERVICE_TEXTS.newlyHidden)).toEqual([PREVIEW]);
    await expect(view.card).toContainText('The proxy applies it after a restart');
    await attachScreenshot(panel.page, testInfo, 'llm-proxy-approval');
    expect(writesTo(double)).toEqual([]);
    await view.approve();
    await panel.answered('Saved, restart needed.');
    expect(writesTo(double).map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { ignore: ['*-audio-*', 'o3*', '*-preview'], whitelist: [] }],
    ]);
    expect(double.process.served()).toEqual(before);
    await expect(panel.pageLine).toContainText(SERVICE_TEXTS.restartNeeded);

    await double.restart(1_500);
    // The page lost its connection meanwhile, so the panel reads its state once it is back.
    await expect(panel.pageLine).toContainText('8 listed models');
    await expect(panel.pageLine).not.toContainText(SERVICE_TEXTS.restartNeeded);
    await panel.converse('I restarted it.', 'Nothing speaks against it.');
    const sent = JSON.stringify(endpoint.chats());
    expect(sent).toContain('Restart needed.');
    expect(sent).toContain(`${SERVICE_TEXTS.nothingAgainst}: of the 8 models`);
    expect(double.process.served()).not.toContain(PREVIEW);

    await panel.openCheckpoints();
    await panel.chooseCheckpoint(SERVICE_TEXTS.toIgnoreList);
    await panel.rollBack();
    await expect.poll(() => double.process.file).toBe(fileBefore);
    double.process.restart();
    expect(double.process.served()).toEqual(before);

    await expectKeptSecret(panel, endpoint, [
      double.key ?? '?',
      'sk-upstream-of-the-double',
      'secret-in-the-address',
    ]);
  },
);

test(
  'needs no key of a proxy without one, notices what another admin saves, and edits no page that manages another server',
  thorough({ tag }),
  async ({ steward, double, openPanel }) => {
    double.key = null;
    const page = await steward.context.newPage();
    await page.goto(`${double.origin}/ui/settings`);
    const panel = await openPanel(page);
    await expect(panel.pageLine).toContainText('3 rules · ');
    // The page shows the file's rules when it polls.
    double.process.setFilters('openrouter', { ignore: ['*:free'], whitelist: [] });
    await expect(panel.pageLine).toContainText(SERVICE_TEXTS.restartNeeded);

    await page.evaluate(() => localStorage.setItem('proxy_base_url', 'https://proxy.example:8443'));
    await page.reload();
    await findPage(panel, 'This page manages another server, https://proxy.example:8443.');
    await expect(panel.page.getByText('Open the page of that server itself')).toBeVisible();
  },
);
