import { readFile } from 'node:fs/promises';
import { openChatSettings, openHelp, openSettings } from '@/tests/drive/menu';
import { calls, says } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

const ROUNDS = 'Steps before Steward asks to go on';
const WIDTHS = [360, 280, 250];

test(
  'a limit of rounds that the user sets ends the next run there; settings that were exported are shown with what they would change, and restore it',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page } = panel;
    const help = await openHelp(page, 'Data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      help.getByRole('button', { name: 'Export settings' }).click(),
    ]);
    const file = await download.path();
    expect(await readFile(file, 'utf8')).not.toContain(endpoint.apiKey);
    await help.getByRole('button', { name: 'Close' }).click();

    const sheet = await openChatSettings(page, 'Limits');
    const rounds = sheet.getByLabel(ROUNDS, { exact: true });
    await expect(rounds).toHaveValue('10');
    await rounds.fill('0');
    await rounds.press('Enter');
    await expect(sheet.getByText('Enter a whole number from 1 to 1000.')).toBeVisible();
    await rounds.fill('2');
    await rounds.press('Enter');
    await expect(sheet.getByRole('button', { name: `Reset: ${ROUNDS}` })).toBeVisible();
    await attachLooks(page, testInfo, 'limits', WIDTHS);
    await sheet.getByRole('button', { name: 'Close' }).click();

    const sent = endpoint.chats().length;
    endpoint.behave(calls('list_rules', '{}'));
    await panel.ask('Which rules are there?');
    await expect(panel.conversation).toContainText('Paused after 2 steps');
    expect(endpoint.chats()).toHaveLength(sent + 2);

    await openHelp(page, 'Data');
    await help.getByLabel('Settings file').setInputFiles(file);
    await expect(help.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
      /Chat: Steps before Steward asks to go on\s*Now:\s*2\s*Then:\s*10/,
    ]);
    await attachLooks(page, testInfo, 'import', WIDTHS);
    await help.getByRole('button', { name: 'Apply these changes' }).click();
    await expect(help.getByText('The changes were made.')).toBeVisible();
    await help.getByRole('button', { name: 'Close' }).click();
    await openChatSettings(page, 'Limits');
    await expect(rounds).toHaveValue('10');
  },
);

test(
  'the prompt editor shows what the model gets, refuses a broken template at its field, and the next request has the saved text',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    await openChatSettings(panel.page, 'Instructions');
    const sheet = panel.page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Edit system prompt' }).click();
    const rendered = sheet.getByRole('region', { name: 'What the model gets' });
    await expect(rendered).toContainText('You are Steward');
    await attachLooks(panel.page, testInfo, 'prompt-editor', WIDTHS);

    await sheet.getByText('steward:role').click();
    await sheet.getByRole('button', { name: 'Replace steward:role' }).click();
    const field = sheet.getByLabel('Your text in place of steward:role');
    await expect(field).toBeFocused();
    await field.fill('You are a pirate. {% if %}');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await sheet.getByRole('button', { name: 'Save prompt' }).click();
    await expect(sheet.getByText('Nothing was saved.')).toBeVisible();
    await expect(field).toHaveValue('You are a pirate. {% if %}');
    await attachLooks(panel.page, testInfo, 'prompt-error', WIDTHS);

    await field.fill('You are a pirate. {{ content }}');
    await expect(rendered).toContainText('You are a pirate. You are Steward');
    await sheet.getByText('steward:data-not-instructions').click();
    await sheet
      .getByRole('listitem')
      .filter({ hasText: 'data-not-instructions' })
      .getByLabel('Leave out')
      .check();
    await expect(sheet.getByText('no longer says that text from pages is data')).toBeVisible();
    await attachLooks(panel.page, testInfo, 'prompt-warning', WIDTHS);
    await sheet.getByRole('button', { name: 'Restore this part' }).click();
    await expect(sheet.getByText('no longer says that text from pages is data')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Save prompt' }).click();
    await expect(sheet.getByText('Saved.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();

    endpoint.behave(says('Aye.'));
    await panel.converse('Hello', 'Aye.');
    expect(endpoint.chats().at(-1)?.body.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('You are a pirate. You are Steward'),
    });
  },
);

test(
  'the settings page has connections, theme and data, changes apply to the open panel, and it may send no chat’s command',
  thorough({ tag }),
  async ({ startedChat: { panel }, steward }, testInfo) => {
    const page = await steward.context.newPage();
    await page.goto(steward.extensionUrl('options.html'));
    const listed = page.getByRole('region', { name: 'Connections' }).getByRole('listitem');
    await expect(listed).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Use', exact: true })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(panel.page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'System' }).check();
    await attachLooks(page, testInfo, 'settings-page', WIDTHS);
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
    await attachLooks(panel.page, testInfo, 'aliases', WIDTHS);
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
    await attachLooks(panel.page, testInfo, 'alias-gone', WIDTHS);
    await model.selectOption(second);
    await expect(page.getByText('The alias “smart” was deleted. Choose a model.')).toHaveCount(0);
  },
);
