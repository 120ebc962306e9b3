import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import type { ScriptStep } from '@/tests/fakes/scripted-model';
import { attachScreenshot } from './attach-screenshot';
import { expect, type OpenPanel, test } from './fixtures';

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
  await page.getByRole('button', { name: 'Chat settings', exact: true }).click();
  return page.getByRole('dialog');
}

test(
  'a limit of rounds that the user sets ends the next run there, and Reset restores the default',
  { tag },
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([call('list_rules', {}), call('list_rules', {}), say('Never said.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connect(model.baseUrl, model.apiKey);
    await panel.chooseModel(SCRIPTED_MODEL_ID);

    const sheet = await openChatSettings(panel);
    const rounds = sheet.getByLabel('Rounds of tool calls', { exact: true });
    await expect(rounds).toHaveValue('10');
    await rounds.fill('0');
    await rounds.press('Enter');
    await expect(sheet.getByText('Enter a whole number from 1 to 1,000.')).toBeVisible();
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
  'the prompt editor shows what the model gets, refuses a broken template at its field, and the next request has the saved text',
  { tag },
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([say('Aye.')]);
    const panel = await openPanel(filterPage.page);
    await panel.connect(model.baseUrl, model.apiKey);
    await panel.chooseModel(SCRIPTED_MODEL_ID);

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
