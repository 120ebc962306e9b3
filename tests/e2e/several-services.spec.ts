import { callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { type CliProxyDouble, startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { createApprovalView } from './approval-view';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import type { OpenPanel } from './fixtures';
import { makeChatAbout } from './make-chat-about';
import { sendCommand } from './send-command';
import { enterKey, expectKeptSecret, writesTo } from './service-page';
import { test as base, expect } from './strict-test';
import { thorough } from './thorough';

const PREVIEWS = { provider: 'aistudio', patterns: ['*-preview'], targets: ['all'] };

/** Two servers; the page of the second was open once, and is closed. The panel is beside the page of the first. */
const test = base.extend<{ doubles: [CliProxyDouble, CliProxyDouble]; panel: OpenPanel }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  doubles: async ({}, use) => {
    const doubles = [
      await startCliProxyDouble({ reloadMs: 300 }),
      // Serves the change only after the call that made it has its result.
      await startCliProxyDouble({ reloadMs: 6_000 }),
    ];
    await use(doubles as [CliProxyDouble, CliProxyDouble]);
    for (const double of doubles) await double.close();
  },

  panel: async ({ steward, doubles: [east, west], openPanel, endpoint }, use) => {
    const open = async ({ origin, key }: CliProxyDouble) => {
      const page = await steward.context.newPage();
      await page.goto(`${origin}/management.html`);
      const panel = await openPanel(page);
      await enterKey(panel, key);
      await expect(panel.pageLine).toContainText('exclusion rule');
      await sendCommand(panel.page, { type: 'keep-site', origin });
      return { page, panel };
    };
    const closed = await open(west);
    await closed.panel.close();
    await closed.page.close();
    const { panel } = await open(east);
    await connectByCommand(panel, endpoint);
    await use(panel);
  },
});

test(
  'two servers are changed, one without an open tab, which a second admin changes meanwhile',
  thorough({ tag: '@adapters' }),
  async ({ panel, doubles, endpoint }, testInfo) => {
    test.setTimeout(120_000);
    const [east, west] = doubles;
    await makeChatAbout(
      panel.page,
      doubles.map(({ origin }) => origin),
    );
    endpoint.behave(inTurn(callsAll(['exclude_models', JSON.stringify(PREVIEWS)]), says('Gone from both.')));
    await panel.ask('Exclude all preview models of aistudio on both.');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    west.config['oauth-excluded-models'] = { codex: ['gpt-5.4'], claude: ['claude-3-*'] };
    await view.approve();
    await expect.poll(() => writesTo(east)).toHaveLength(1);
    await expect(view.call(new URL(west.origin).host)).toContainText('gpt-5.4');
    await attachScreenshot(panel.page, testInfo, 'several-services-again');
    expect(writesTo(west)).toEqual([]);
    await view.approve();
    await panel.answered('Gone from both.');
    expect(writesTo(west).map(({ body }) => body)).toEqual([{ provider: 'aistudio', models: ['*-preview'] }]);
    expect(west.config['oauth-excluded-models']).toMatchObject({ codex: ['gpt-5.4'] });
    const proof = panel.page.locator('.sites-in-force');
    await expect(proof).toContainText('in force on 1 of 2');
    await attachScreenshot(panel.page, testInfo, 'several-services-result');
    await expect(proof).toContainText('in force on 2 of 2', { timeout: 20_000 });
    await expect(proof.getByRole('button')).toBeHidden();
    await expectKeptSecret(panel, endpoint, [east.key, west.key]);
  },
);
