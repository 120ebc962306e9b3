import type { Page } from '@playwright/test';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { type CliProxyDouble, startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { createApprovalView } from './approval-view';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import { gate } from './gate';
import { restartWorker } from './restart-worker';
import { enterKey, expectKeptSecret, SERVICE_TEXTS, serviceTest, writesTo } from './service-page';
import { ENDS_WORKER, expect } from './strict-test';
import { thorough } from './thorough';

const tag = '@adapters';

/** A preview model of aistudio that nothing else serves; an API key serves the other one, too. */
const ONLY_BY_OAUTH = 'gemini-3-flash-preview';

const test = serviceTest(() => startCliProxyDouble({ reloadMs: 300 }), openManagementPage);

async function openManagementPage(page: Page, { origin }: CliProxyDouble): Promise<void> {
  await page.goto(`${origin}/management.html`);
}

test(
  'asks for the management key, excludes preview models after approval, and a rollback brings them back',
  thorough({ tag }),
  async ({ panel, double, endpoint }, testInfo) => {
    const before = await double.served();
    expect(before).toContain(ONLY_BY_OAUTH);
    await expect(panel.pageLine).toContainText('Steward needs a key of');
    expect(double.requests).toEqual([]);
    await enterKey(panel, 'not-the-key-42');
    await expect(panel.pageLine).toContainText('refuses the management key');
    await attachScreenshot(panel.page, testInfo, 'cli-proxy-key');
    await panel.page.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.pageLine).toContainText('refuses the management key');
    expect(double.requests).toHaveLength(1);
    await enterKey(panel, double.key);
    await expect(panel.pageLine).toContainText(
      `2 exclusion rules · ${new URL(double.origin).host} · 3 API keys`,
    );

    await connectByCommand(panel, endpoint);
    endpoint.behave(
      inTurn(
        calls('exclude_models', '{"provider":"aistudio","patterns":["*-preview"]}'),
        says('They are gone.'),
      ),
    );
    await panel.ask('Exclude all preview models of aistudio');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    expect(await view.names(SERVICE_TEXTS.newlyExcluded)).toEqual([ONLY_BY_OAUTH, 'gemini-3-pro-preview']);
    await attachScreenshot(panel.page, testInfo, 'cli-proxy-approval');
    expect(writesTo(double)).toEqual([]);
    await view.approve();
    await panel.answered('They are gone.');
    expect(writesTo(double).map(({ body }) => body)).toEqual([
      { provider: 'aistudio', models: ['*-preview'] },
    ]);
    await expect.poll(double.served).toEqual(before.filter((id) => id !== ONLY_BY_OAUTH));

    await panel.openCheckpoints();
    await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Exclude all preview models'));
    await panel.rollBack();
    await expect.poll(double.served).toEqual(before);
    expect(double.config['oauth-excluded-models']).toEqual({ claude: ['claude-3-*'] });

    const secrets = [double.key, 'AIza-one-of-the-keys', 'sk-ant-own-models', 'client-key'];
    await expectKeptSecret(panel, endpoint, secrets);
  },
);

test(
  'overwrites nothing when a second admin changes the rules while an approval is pending',
  thorough({ tag }),
  async ({ panel, double, endpoint }) => {
    await enterKey(panel, double.key);
    await expect(panel.pageLine).toContainText('CLIProxyAPI');
    await connectByCommand(panel, endpoint);
    endpoint.behave(
      inTurn(calls('exclude_models', '{"provider":"codex","patterns":["*-mini"]}'), says('I leave it.')),
    );
    await panel.ask('Exclude the mini models of codex');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();

    double.config['oauth-excluded-models'] = { codex: ['gpt-5.4'], claude: ['claude-3-*'] };
    await view.approve();
    await expect(view.card).toContainText(SERVICE_TEXTS.pageChanged);
    await expect(view.card).toContainText('gpt-5.4');
    await panel.refuse('Somebody else is at it.');
    await expect(panel.said('I leave it.')).toBeVisible();
    expect(writesTo(double)).toEqual([]);
    expect(double.config['oauth-excluded-models']).toEqual({ codex: ['gpt-5.4'], claude: ['claude-3-*'] });
  },
);

test(
  'shows the form of the key in any window while a card waits',
  thorough({ tag }),
  async ({ panel, double, endpoint }, testInfo) => {
    await enterKey(panel, double.key);
    await expect(panel.pageLine).toContainText('CLIProxyAPI');
    await connectByCommand(panel, endpoint);
    endpoint.behave(
      inTurn(calls('exclude_models', '{"provider":"codex","patterns":["*-mini"]}'), says('They are gone.')),
    );
    await panel.ask('Exclude the mini models of codex');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    double.key = 'the-key-after-a-rotation-1';
    await view.approve();
    const field = panel.page.getByLabel('Management key');
    const save = panel.page.getByRole('button', { name: 'Save the key' });
    await expect(field).toBeVisible();
    await field.fill(double.key);
    for (const size of [
      { width: 360, height: 640 },
      { width: 250, height: 480 },
    ]) {
      await panel.page.setViewportSize(size);
      await attachScreenshot(panel.page, testInfo, `cli-proxy-key-form-${size.width}`);
      for (const control of [field, save]) {
        await control.scrollIntoViewIfNeeded();
        await expect(control).toBeInViewport({ ratio: 1 });
        await control.click({ trial: true, timeout: 2_000 });
      }
      await expect(panel.message).toBeInViewport();
    }
    await save.click();
    await expect(panel.pageLine).toContainText('exclusion rules');
    await view.approve();
    await expect(panel.said('They are gone.')).toBeVisible();
  },
);

test.extend(ENDS_WORKER)(
  'a worker that ends before the server’s answer finds out what became of the change, and sends it once',
  { tag },
  async ({ steward, panel, double, endpoint }) => {
    endpoint.behave(
      inTurn(calls('exclude_models', '{"provider":"codex","patterns":["*-mini"]}'), says('They are gone.')),
    );
    await enterKey(panel, double.key);
    await connectByCommand(panel, endpoint);
    await panel.ask('Exclude the mini models of codex');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    const { opened: arrived, open } = gate();
    double.beforeAnswer = async ({ method }) => {
      if (method === 'GET') return;
      open();
      // Its answer never comes.
      await new Promise(() => {});
    };
    await view.approve();
    await arrived;
    await restartWorker(steward, panel.page);
    await panel.answered('They are gone.');
    expect(writesTo(double)).toHaveLength(1);
    expect(double.config['oauth-excluded-models']).toMatchObject({ codex: ['*-mini'] });
    await expect(panel.toolCards('exclude_models')).toHaveAttribute('data-state', 'done');
    await expect(panel.alert).toHaveCount(0);
  },
);
