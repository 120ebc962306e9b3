import { readFile } from 'node:fs/promises';
import { openChatSettings, openHelp, openSettings } from '@/tests/drive/menu';
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

test(
  'a limit of rounds that the user sets ends the next run there, and Reset restores the default',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([call('list_rules', {}), call('list_rules', {}), say('Never said.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);

    const sheet = await openChatSettings(panel.page, 'Limits');
    const rounds = sheet.getByLabel('Steps before Steward asks to go on', { exact: true });
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
    await expect(panel.conversation).toContainText('Paused after 2 steps');
    expect(model.requests).toHaveLength(2);

    await openChatSettings(panel.page, 'Limits');
    await expect(rounds).toHaveValue('2');
    await sheet.getByRole('button', { name: 'Reset: Steps before Steward asks to go on' }).click();
    await expect(rounds).toHaveValue('10');
  },
);

test(
  'the tries per request and the wait before the second are as the user sets them',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }) => {
    const cold: ScriptStep = () => ({ kind: 'error', status: 500, message: 'The engine is cold.' });
    const model = await startModel([cold, cold, say('Warm now.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);

    const sheet = await openChatSettings(panel.page, 'Expert');
    for (const [label, value] of [
      ['Tries per request', '2'],
      ['Seconds before the second try', '4'],
    ] as const) {
      await sheet.getByLabel(label, { exact: true }).fill(value);
      await sheet.getByLabel(label, { exact: true }).press('Enter');
      await expect(sheet.getByRole('button', { name: `Reset: ${label}` })).toBeVisible();
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
    await expect(panel.alert).toHaveCount(0);
    expect(model.requests[2]?.body.messages).toEqual(model.requests[0]?.body.messages);
  },
);

test(
  'the prompt editor shows what the model gets, refuses a broken template at its field, and the next request has the saved text',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([say('Aye.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);

    await openChatSettings(panel.page, 'Instructions');
    const sheet = panel.page.getByRole('dialog');
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
  'Settings has what is set for all chats in folds, and leads to the settings of this chat, which lead to its costs',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([]);
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await panel.connect(model.baseUrl, model.apiKey);
    const sheet = await openSettings(page);
    await attachLooks(panel, testInfo, 'settings');
    for (const [fold, control] of [
      ['Connections', sheet.getByRole('button', { name: 'Add connection' })],
      ['Sites', sheet.getByRole('checkbox', { name: /^Steward is on/ })],
      ['Appearance', sheet.getByRole('radio', { name: 'Dark' })],
      ['Notifications', sheet.getByRole('checkbox', { name: /^Notify me/ })],
      ['Voice input', sheet.getByRole('checkbox', { name: /^Microphone/ })],
    ] as const) {
      await expect(control).toBeHidden();
      await sheet.getByRole('group', { name: fold }).locator('summary').first().press('Enter');
      await expect(control).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);

    const chat = await openChatSettings(page, 'Limits');
    await chat.getByRole('button', { name: 'Context and costs' }).click();
    await expect(chat).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Context and costs' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
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
    await page.goto(steward.extensionUrl('options.html'));
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
    expect(reply).toMatchObject({
      ok: false,
      error: { details: 'The settings page may not send control-run.' },
    });
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
    const sheet = settings.getByRole('group', { name: 'Model aliases' });
    const open = () => openSettings(page, 'Connections', 'Model aliases');
    const close = () => settings.getByRole('button', { name: 'Close' }).click();

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
    const sheet = await openHelp(page, 'Data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Export settings' }).click(),
    ]);
    const file = await download.path();
    expect(await readFile(file, 'utf8')).not.toContain(model.apiKey);
    await sheet.getByRole('button', { name: 'Close' }).click();

    await openChatSettings(page, 'Limits');
    const rounds = page.getByLabel('Steps before Steward asks to go on', { exact: true });
    await rounds.fill('2');
    await rounds.press('Enter');
    await expect(
      page.getByRole('button', { name: 'Reset: Steps before Steward asks to go on' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');

    await openHelp(page, 'Data');
    await sheet.getByLabel('Settings file').setInputFiles(file);
    await expect(sheet.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
      /Chat: Steps before Steward asks to go on\s*Now:\s*2\s*Then:\s*10/,
    ]);
    await attachLooks(panel, testInfo, 'import');
    await sheet.getByRole('button', { name: 'Apply these changes' }).click();
    await expect(sheet.getByText('The changes were made.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await openChatSettings(page, 'Limits');
    await expect(rounds).toHaveValue('10');
  },
);
