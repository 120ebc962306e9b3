import { openChatSettings } from '@/tests/drive/menu';
import type { ScriptStep } from '@/tests/fakes/scripted-model';
import { attachScreenshot } from './attach-screenshot';
import { expect, type OpenPanel, test } from './fixtures';
import { thorough } from './thorough';

const tag = '@chats';

const say =
  (content: string): ScriptStep =>
  () => ({ kind: 'response', content });
const call =
  (name: string, args: Record<string, unknown>): ScriptStep =>
  () => ({ kind: 'response', calls: [{ name, arguments: args }] });
const withoutMarks =
  (content: string): ScriptStep =>
  ({ rawBody }) =>
    rawBody.includes('cache_control')
      ? { kind: 'error', status: 400, message: 'messages.0.content: expected a string' }
      : { kind: 'response', content };

/** The sheet of the chat's settings. */
function settingsOf({ page }: OpenPanel) {
  const sheet = page.getByRole('dialog', { name: 'This chat', exact: true });
  const requests = page.getByRole('dialog', { name: 'Last requests' });
  return {
    sheet,
    requests,
    open: () => openChatSettings(page, 'Expert'),
    async close() {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  };
}

/** Stores pictures in both themes, and checks that nothing is wider than the panel. */
async function attachLooks(
  { page }: OpenPanel,
  testInfo: Parameters<typeof attachScreenshot>[1],
  name: string,
) {
  const height = page.viewportSize()?.height ?? 800;
  for (const width of [360, 250]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await attachScreenshot(page, testInfo, `${name}-${width}-${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      const sheet = page.getByRole('dialog');
      expect(await sheet.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
    }
  }
}

test(
  'tool memory leaves calls of earlier turns out of the next request, and the inspector says so',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([
      call('list_ignore_rules', {}),
      say('There are some rules.'),
      say('You are welcome.'),
    ]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);
    const settings = settingsOf(panel);

    await settings.open();
    await settings.sheet.getByRole('checkbox', { name: 'Forget old tool calls' }).check();
    await settings.sheet.getByRole('combobox', { name: 'Turns to remember' }).selectOption('0');
    await expect(settings.sheet.getByText('forget immediately')).toBeVisible();
    await attachLooks(panel, testInfo, 'chat-settings');
    await settings.close();

    await panel.ask('Which rules are there?');
    await panel.finished();
    await panel.converse('Thanks', 'You are welcome.');

    const roles = model.requests.at(-1)?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'user']);
    await expect(panel.conversation).toContainText('There are some rules.');

    await settings.open();
    await settings.sheet.getByRole('button', { name: 'Show last requests' }).click();
    await expect(
      settings.requests.getByText('1 call that tool memory forgot: list_ignore_rules').first(),
    ).toBeVisible();
    await settings.requests.getByText('Contents').first().click();
    await settings.requests.getByText('1 · system').click();
    await attachLooks(panel, testInfo, 'last-requests');
    await settings.requests.getByRole('button', { name: 'Back' }).click();
    await expect(settings.sheet.getByRole('combobox', { name: 'Turns to remember' })).toHaveValue('0');
  },
);

test(
  'an endpoint that refuses cache marks still answers, and the refusal is shown beside the choice',
  thorough({ tag }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const model = await startModel([
      withoutMarks('Never said.'),
      withoutMarks('Hello.'),
      withoutMarks('Hello again.'),
      withoutMarks('Never said.'),
      withoutMarks('Once more.'),
    ]);
    const panel = await openPanel(filterPage.page);
    await panel.connectScripted(model);
    const settings = settingsOf(panel);
    const marked = () => model.requests.map(({ rawBody }) => rawBody.includes('cache_control'));

    await settings.open();
    await settings.sheet.getByRole('combobox', { name: 'Prompt caching' }).selectOption('cached');
    await settings.close();
    await panel.converse('Hello', 'Hello.');
    await panel.converse('And again', 'Hello again.');
    expect(marked()).toEqual([true, false, false]);
    await expect(panel.alert).toHaveCount(0);

    await settings.open();
    await expect(settings.sheet.getByRole('status')).toContainText('The endpoint refuses prompt caching');
    await expect(settings.sheet.getByRole('status')).toContainText('expected a string');
    await attachLooks(panel, testInfo, 'refused-marks');
    await settings.sheet.getByRole('button', { name: 'Try caching again' }).click();
    await expect(settings.sheet.getByRole('status')).toHaveCount(0);
    await settings.close();
    await panel.ask('Once more');
    await expect(panel.said('Once more.')).toBeVisible();
    expect(marked().slice(3)).toEqual([true, false]);
  },
);
