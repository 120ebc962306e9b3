import { readFile } from 'node:fs/promises';
import { chooseFromMenu } from '@/tests/drive/menu';
import type { ScriptStep } from '@/tests/fakes/scripted-model';
import { attachScreenshot } from './attach-screenshot';
import { expect, type OpenPanel, test } from './fixtures';
import { RETRIED_TIMEOUT_MS } from './retried-timeout-ms';
import { thorough } from './thorough';

const tag = '@panel';

const say =
  (content: string): ScriptStep =>
  () => ({ kind: 'response', content });
const call =
  (name: string, args: Record<string, unknown>): ScriptStep =>
  () => ({ kind: 'response', calls: [{ name, arguments: args }] });

/** Stores pictures in both themes, and checks that nothing is wider than the panel. */
async function attachLooks(
  { page }: Pick<OpenPanel, 'page'>,
  testInfo: Parameters<typeof attachScreenshot>[1],
  name: string,
) {
  const height = page.viewportSize()?.height ?? 800;
  for (const width of [360, 280, 250]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await attachScreenshot(page, testInfo, `${name}-${width}-${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    }
  }
}

async function openChatSettings({ page }: OpenPanel) {
  await chooseFromMenu(page, 'Chat settings');
  return page.getByRole('dialog');
}

test(
  'a limit of rounds that the user sets ends the next run there, and Reset restores the default',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([call('list_rules', {}), call('list_rules', {}), say('Never said.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);

    const sheet = await openChatSettings(panel);
    const rounds = sheet.getByLabel('Rounds of tool calls', { exact: true });
    await expect(rounds).toHaveValue('10');
    await rounds.fill('0');
    await rounds.press('Enter');
    await expect(sheet.getByText('Enter a whole number from 1 to 1000.')).toBeVisible();
    await rounds.fill('2');
    await rounds.press('Enter');
    await rounds.scrollIntoViewIfNeeded();
    await attachLooks(panel, testInfo, 'limits');
    await sheet.getByRole('button', { name: 'Close' }).click();

    await panel.ask('Which rules are there?');
    await expect(panel.conversation).toContainText('Paused after 2 rounds of tool calls');
    expect(model.requests).toHaveLength(2);

    await openChatSettings(panel);
    await expect(rounds).toHaveValue('2');
    await sheet.getByRole('button', { name: 'Reset: Rounds of tool calls' }).click();
    await expect(rounds).toHaveValue('10');
  },
);

test(
  'the attempts for a request and the wait before the second are as the user sets them',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }) => {
    const cold: ScriptStep = () => ({ kind: 'error', status: 500, message: 'The engine is cold.' });
    const model = await startModel([cold, cold, say('Warm now.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);

    const sheet = await openChatSettings(panel);
    for (const [label, value] of [
      ['Attempts for a request', '2'],
      ['Wait before the second attempt, in seconds', '4'],
    ] as const) {
      await sheet.getByLabel(label, { exact: true }).fill(value);
      await sheet.getByLabel(label, { exact: true }).press('Enter');
      await expect(sheet.getByRole('button', { name: `Reset: ${label}` })).not.toHaveAttribute(
        'aria-disabled',
        'true',
      );
    }
    await sheet.getByRole('button', { name: 'Close' }).click();

    await panel.ask('Hello');
    await expect(panel.said('Trying again').filter({ hasText: /in [345] s \(2 of 2\)/ })).toBeVisible();
    await expect(panel.alert).toContainText('failed while it worked on the request', {
      timeout: RETRIED_TIMEOUT_MS,
    });
    expect(model.requests).toHaveLength(2);
    await panel.retry();
    await expect(panel.said('Warm now.')).toBeVisible();
  },
);

test(
  'the prompt editor shows what the model gets, refuses a broken template at its field, and the next request has the saved text',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([say('Aye.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);

    const sheet = await openChatSettings(panel);
    await sheet.getByRole('button', { name: 'Edit system prompt' }).click();
    const rendered = sheet.getByRole('region', { name: 'What the model gets' });
    await expect(rendered).toContainText('You are Steward');
    await attachLooks(panel, testInfo, 'prompt-editor');

    await sheet.getByText('steward:role').click();
    await sheet.getByRole('button', { name: 'Replace steward:role' }).click();
    const field = sheet.getByLabel('Your text in place of steward:role');
    await expect(field).toBeFocused();
    await field.fill('You are a pirate. {% if %}');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await sheet.getByRole('button', { name: 'Save prompt' }).click();
    await expect(sheet.getByText('Nothing was saved.')).toBeVisible();
    await expect(field).toHaveValue('You are a pirate. {% if %}');
    await attachLooks(panel, testInfo, 'prompt-error');

    await field.fill('You are a pirate. {{ content }}');
    await expect(rendered).toContainText('You are a pirate. You are Steward');
    await sheet.getByText('steward:data-not-instructions').click();
    await sheet
      .getByRole('listitem')
      .filter({ hasText: 'data-not-instructions' })
      .getByLabel('Leave out')
      .check();
    await expect(sheet.getByText('no longer says that text from pages is data')).toBeVisible();
    await attachLooks(panel, testInfo, 'prompt-warning');
    await sheet.getByRole('button', { name: 'Restore this part' }).click();
    await expect(sheet.getByText('no longer says that text from pages is data')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Save prompt' }).click();
    await expect(sheet.getByText('Saved.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();

    await panel.ask('Hello');
    await expect(panel.said('Aye.')).toBeVisible();
    expect(model.requests[0]?.body.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('You are a pirate. You are Steward'),
    });
  },
);

test(
  'Settings lists everything that can be set, each entry returns to it with the focus, and Escape leaves it',
  { tag },
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([]);
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await panel.connect(model.baseUrl, model.apiKey);
    await chooseFromMenu(page, 'Settings');
    const sheet = page.getByRole('dialog', { name: 'Settings', exact: true });
    await expect(sheet.getByRole('button', { name: 'Chat settings' })).toBeEnabled();
    await attachLooks(panel, testInfo, 'settings');

    for (const [entry, title] of [
      ['Connections', 'Connections'],
      ['Permissions', 'Permissions'],
      ['Chat settings', 'Chat settings'],
      ['Context and costs', 'Context and costs'],
      ['Sites', 'Sites'],
      ['View', 'View'],
      ['Export and import', 'Export and import'],
      ['Data', 'Log, audit and data'],
    ] as const) {
      const button = sheet.getByRole('button', { name: entry });
      await button.focus();
      await page.keyboard.press('Enter');
      const part = page.getByRole('dialog', { name: title, exact: true });
      await expect(part).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(part).toHaveCount(0);
      await expect(button).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  },
);

test(
  'the settings page has connections, theme and data, changes apply to the open panel, and it may send no chat’s command',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel, steward }, testInfo) => {
    const model = await startModel([]);
    const panel = await openPanel(filterPage.page);
    await panel.connect(model.baseUrl, model.apiKey);
    const page = await steward.context.newPage();
    await page.goto(`chrome-extension://${steward.extensionId}/options.html`);
    const listed = page.getByRole('region', { name: 'Connections' }).getByRole('listitem');
    await expect(listed).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Use', exact: true })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(panel.page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'System' }).check();
    await attachLooks({ page }, testInfo, 'settings-page');
    await listed.getByRole('button', { name: 'Edit' }).click();
    await page.getByText('Advanced: name').click();
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await expect(listed).toContainText('Renamed');

    const reply = await page.evaluate(() =>
      chrome.runtime.sendMessage({
        channel: 'steward/command',
        command: { type: 'control-run', chatId: 'c', action: 'stop' },
      }),
    );
    expect(reply).toMatchObject({ ok: false, error: { message: 'The settings page can’t do this.' } });
  },
);

test(
  'an alias is offered first, a change of it changes the chat that uses it, and a deleted one is named until a model is chosen',
  thorough({ tag }),
  async ({ filterPage, openPanel, playground }, testInfo) => {
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await panel.connect(new URL('/v1', playground.url).href, playground.apiKey);
    const [first, second] = await panel.modelIds();
    if (first === undefined || second === undefined) throw new Error('The playground has too few models.');
    const model = page.getByRole('combobox', { name: 'Model', exact: true });
    const shown = () => model.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.textContent);
    const settings = page.getByRole('dialog', { name: 'Settings', exact: true });
    const sheet = page.getByRole('dialog', { name: 'Model aliases' });
    const open = async () => {
      await chooseFromMenu(page, 'Settings');
      await settings.getByRole('button', { name: 'Model aliases' }).click();
    };
    const close = async () => {
      await sheet.getByRole('button', { name: 'Close' }).click();
      await settings.getByRole('button', { name: 'Close' }).click();
    };

    await open();
    await sheet.getByLabel('Alias', { exact: true }).fill('smart');
    await sheet.getByLabel('Model of the connection').fill('no/such-model');
    await sheet.getByRole('button', { name: 'Add alias' }).click();
    await expect(sheet.getByRole('alert')).toContainText('has no no/such-model');
    await sheet.getByLabel('Model of the connection').fill(first);
    await sheet.getByRole('button', { name: 'Add alias' }).click();
    await expect(sheet.getByRole('listitem', { name: 'smart' })).toContainText(first);
    await attachLooks(panel, testInfo, 'aliases');
    await close();

    await expect(model.locator('option').first()).toHaveText(`smart → ${first}`);
    await model.selectOption({ label: `smart → ${first}` });
    await expect.poll(shown).toBe(`smart → ${first}`);

    await open();
    await sheet.getByRole('button', { name: 'Edit' }).click();
    await sheet.getByLabel('Model of the connection').fill(second);
    await sheet.getByRole('button', { name: 'Save alias' }).click();
    await expect(sheet.getByRole('listitem', { name: 'smart' })).toContainText(second);
    await close();
    await expect.poll(shown).toBe(`smart → ${second}`);

    await open();
    await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
    await sheet.getByRole('button', { name: 'Delete alias' }).click();
    await expect(sheet.getByRole('listitem', { name: 'smart' })).toHaveCount(0);
    await close();
    await expect.poll(shown).toBe('smart (gone)');
    await expect(page.getByText('The alias “smart” was deleted. Choose a model.')).toBeVisible();
    await attachLooks(panel, testInfo, 'alias-gone');
    await model.selectOption(second);
    await expect(page.getByText('The alias “smart” was deleted. Choose a model.')).toHaveCount(0);
  },
);

test(
  'settings that were exported are shown with what they would change, and restore it',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([]);
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await panel.connect(model.baseUrl, model.apiKey);
    const sheet = page.getByRole('dialog', { name: 'Export and import' });
    const settings = page.getByRole('dialog', { name: 'Settings', exact: true });
    await chooseFromMenu(page, 'Settings');
    await settings.getByRole('button', { name: 'Export and import' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Export settings' }).click(),
    ]);
    const file = await download.path();
    expect(await readFile(file, 'utf8')).not.toContain(model.apiKey);
    await sheet.getByRole('button', { name: 'Close' }).click();

    await settings.getByRole('button', { name: 'Chat settings' }).click();
    const rounds = page.getByLabel('Rounds of tool calls', { exact: true });
    await rounds.fill('2');
    await rounds.press('Enter');
    await expect(page.getByRole('button', { name: 'Reset: Rounds of tool calls' })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await page.keyboard.press('Escape');

    await settings.getByRole('button', { name: 'Export and import' }).click();
    await sheet.getByLabel('Settings file').setInputFiles(file);
    await expect(sheet.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
      /This chat: Rounds of tool calls\s*Now:\s*2\s*Then:\s*10/,
    ]);
    await attachLooks(panel, testInfo, 'import');
    await sheet.getByRole('button', { name: 'Apply these changes' }).click();
    await expect(sheet.getByText('The changes were made.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await settings.getByRole('button', { name: 'Chat settings' }).click();
    await expect(rounds).toHaveValue('10');
  },
);
