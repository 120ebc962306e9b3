import { readFile } from 'node:fs/promises';
import { openChatSettings, openHelp, openSettings } from '@/tests/drive/menu';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { serveHtml } from '@/tests/fakes/serve-html';
import { createApprovalView } from './approval-view';
import { attachScreenshot } from './attach-screenshot';
import { changeChromiumPolicy, whyNotManaged, withManagedExtension } from './managed-browser';
import { onlyIn } from './only-in';
import { policySheet } from './policy-sheet';
import { sendCommand } from './send-command';
import { test as base, expect } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@policy';
const MANAGED = 'Set by your organisation';

/** The limits of an organisation, without the addresses that a test has. */
const LIMITS = {
  mostPermission: 'ask-every-change',
  askTools: ['save_changes'],
  settings: { voiceInput: false, theme: 'dark' },
  chatSettings: { roundsPerRun: 3 },
};

// The stories run one after the other: Chromium reads policies only after their files were unchanged for some seconds.
base.describe.configure({ mode: 'default' });

const test = base.extend<{ policy: object }>({
  policy: [LIMITS, { option: true }],
  steward: async ({ sharedBrowser, product, policy, playground, endpoint }, use) => {
    const reason = whyNotManaged(product);
    base.skip(reason !== null, reason ?? '');
    const given = {
      allowedPages: [new URL(playground.url).origin],
      allowedEndpoints: [new URL(endpoint.baseUrl).origin],
      ...policy,
    };
    await withManagedExtension(sharedBrowser, product, given, use);
  },
});

test(
  'what an organisation sets holds in a chat and is locked: permissions, tools, settings, endpoints and pages',
  inBothBrowsers({ tag }),
  async ({ steward, filterPage, openPanel, endpoint }, testInfo) => {
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(endpoint);
    const sheet = policySheet(panel.page);
    await expect(sheet.chip).toHaveText('Custom rules');

    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*mini*"}'), says('It is hidden.')));
    await panel.ask('Hide the mini models');
    // By default, a change that can be undone runs without an approval.
    await expect(createApprovalView(panel).ready).toBeVisible();
    await createApprovalView(panel).approve();
    await panel.answered('It is hidden.');

    await sheet.open();
    await expect(sheet.sheet.getByRole('radio', { name: /^Ask if risky/ })).toBeDisabled();
    await expect(sheet.sheet.getByRole('radio', { name: /^Read only/ })).toBeEnabled();
    await expect(sheet.tool('save_changes').getByRole('combobox')).toBeDisabled();
    await expect(sheet.sheet.getByText(MANAGED)).toHaveCount(2);
    await attachScreenshot(panel.page, testInfo, 'policy-permissions');
    await sheet.setTool('add_ignore_rule', 'Run');
    await expect(sheet.sheet.getByRole('alert')).toContainText('Your organisation has set this');
    await sheet.close();

    await openSettings(panel.page, 'Sites', 'Voice input');
    await expect(panel.page.getByText(/^Your organisation allows Steward on these pages only/)).toBeVisible();
    await expect(panel.page.getByRole('checkbox', { name: /microphone/i })).toBeDisabled();
    await attachScreenshot(panel.page, testInfo, 'policy-settings');
    await panel.page.keyboard.press('Escape');

    const elsewhere = await serveHtml('<h1>Elsewhere</h1>');
    const other = await steward.context.newPage();
    await other.goto(elsewhere.url);
    const beside = await openPanel(other);
    await expect(beside.page.getByText('Not allowed by your organisation').first()).toBeVisible();
    await attachScreenshot(beside.page, testInfo, 'policy-page');
    await elsewhere.close();
  },
);

test(
  'what a settings file brings stays within it: locked settings keep their values, and its alias gets no request',
  thorough({ tag }),
  async ({ filterPage, openPanel, endpoint }, testInfo) => {
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await panel.connectScripted(endpoint);
    const sheet = await openHelp(page, 'Data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Export settings' }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    const file = {
      ...exported,
      connections: [...exported.connections, { label: 'Elsewhere', baseUrl: 'http://127.0.0.1:9/v1' }],
      aliases: [{ name: 'fast', connection: exported.connections.length, model: 'some/model' }],
      chat: { ...exported.chat, roundsPerRun: 40 },
    };
    await sheet.getByLabel('Settings file').setInputFiles({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await sheet.getByRole('button', { name: 'Apply these changes' }).click();
    await attachScreenshot(page, testInfo, 'policy-import');
    await expect(sheet.getByText('The changes were made.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();

    await openChatSettings(page, 'Limits');
    await expect(page.getByLabel('Steps before Steward asks to go on', { exact: true })).toHaveValue('3');
    await page.keyboard.press('Escape');

    const model = page.getByRole('combobox', { name: 'Model', exact: true });
    await model.selectOption({ label: 'fast → some/model' });
    await panel.message.fill('Which models are hidden?');
    await panel.message.press('Enter');
    await expect(page.getByText('came from a file: nothing is sent to it yet.').last()).toBeVisible();
    await expect(panel.message).toHaveValue('Which models are hidden?');
    await attachScreenshot(page, testInfo, 'policy-alias');
    expect(endpoint.chats()).toEqual([]);
  },
);

test(
  'a policy that changes while a call waits for approval holds for that call',
  onlyIn('chromium', 'Firefox reads policies only when it starts.', thorough({ tag })),
  async ({ steward, playground, filterPage, openPanel, endpoint }, testInfo) => {
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(endpoint);
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*mini*"}'), says('I may only read.')));
    await panel.ask('Hide the mini models');
    const approval = createApprovalView(panel);
    await expect(approval.ready).toBeVisible();
    await changeChromiumPolicy(steward, {
      allowedPages: [new URL(playground.url).origin],
      allowedEndpoints: [new URL(endpoint.baseUrl).origin],
      mostPermission: 'read-only',
    });
    await attachScreenshot(panel.page, testInfo, 'policy-changed');
    await approval.approve();
    await panel.answered('I may only read.');
    await attachScreenshot(panel.page, testInfo, 'policy-refused');
    await expect(policySheet(panel.page).chip).toHaveText('Read only');
    await expect(filterPage.rules('ignore')).toContainText('No ignore rules: every model is visible.');
  },
);

test.describe('an endpoint that the organisation does not allow', () => {
  test.use({ policy: { allowedEndpoints: ['https://llm.corp.example'] } });
  test(
    'gets no request, and the panel says who forbids it',
    thorough({ tag }),
    async ({ filterPage, openPanel, endpoint }, testInfo) => {
      const panel = await openPanel(filterPage.page);
      await panel.page.getByLabel('Address', { exact: true }).fill(endpoint.baseUrl);
      await panel.page.getByRole('button', { name: 'Connect' }).click();
      await expect(
        panel.page.getByText(/^Your organisation doesn’t allow requests to/).first(),
      ).toBeVisible();
      await attachScreenshot(panel.page, testInfo, 'policy-endpoint');
      expect(endpoint.chats()).toEqual([]);
    },
  );
});

test.describe('a policy that can’t be used', () => {
  test.use({ policy: { mostPermission: 'readonly', allowedPage: [] } });
  test(
    'is said in the panel, and every chat is read-only',
    thorough({ tag }),
    async ({ filterPage, openPanel, endpoint }, testInfo) => {
      const panel = await openPanel(filterPage.page);
      await panel.connectScripted(endpoint);
      await expect(panel.page.getByText(/has entries that can’t be used: .*mostPermission/)).toBeVisible();
      await expect(policySheet(panel.page).chip).toHaveText('Read only');
      await expect(panel.page.getByText('Allow changes')).toHaveCount(0);
      await attachScreenshot(panel.page, testInfo, 'policy-invalid');
    },
  );
});

test.describe('Steward that the organisation has switched off', () => {
  test.use({ policy: { settings: { isOn: false } } });
  test(
    'is off at its first start, offers no switch, and stays off when all data is deleted',
    thorough({ tag }),
    async ({ filterPage, openPanel }) => {
      const panel = await openPanel(filterPage.page);
      const { pageLine } = panel;
      await expect(pageLine).toContainText('Not allowed by your organisation');
      await expect(panel.page.getByRole('button', { name: 'Switch on' })).toHaveCount(0);
      await sendCommand(panel.page, { type: 'delete-all-data' });
      await panel.page.reload();
      await expect(pageLine).toContainText('Not allowed by your organisation');
    },
  );
});
