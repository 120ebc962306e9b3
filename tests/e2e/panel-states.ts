import type { Locator } from '@playwright/test';
import { say, type TextKey } from '@/src/schema/values/said';
import type { Words } from '@/tests/drive/words';
import { ended, WAITING } from '@/tests/panel/stored-run';
import { EVERYTHING, LONG, OPEN_CALLS } from '@/tests/panel/stories/conversation-stories';
import { PAGE_STORIES } from '@/tests/panel/stories/page-stories';
import { failedWith, RUN_STORIES } from '@/tests/panel/stories/run-stories';
import {
  asks,
  calls,
  messagesOf,
  responds,
  results,
  rowsOf,
  type StoryRows,
} from '@/tests/panel/stories/story-rows';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { showPageStatus } from './show-page-status';
import { showStory } from './show-story';
import { expect, type StoryStage } from './story-stage';

/** The state that the panel shows. */
interface PanelState {
  name: string;
  /** The element to scroll to, for a state whose main element may be outside of the view. */
  about?: Locator;
}

/** Puts the panel into one state after another. Elements are found by texts in the panel's language, which `words` returns. */
export type PanelStates = (stage: StoryStage, words: Words) => AsyncGenerator<PanelState, void>;

const EMPTY: StoryRows = rowsOf([], null);

const QUEUED: StoryRows = {
  ...RUN_STORIES.processing,
  chat: { pendingMessage: { text: 'And hide the audio models, too.', queuedAtMs: 0 } },
};

/** Four responses with five calls each. The fourth call of each response failed. */
const MANY_CALLS: StoryRows = rowsOf(
  messagesOf(
    asks('Hide the models that nobody uses'),
    ...[0, 1, 2, 3].flatMap((response) => {
      const made = [0, 1, 2, 3, 4].map((index) => `e${response}${index}`);
      return [
        responds(response === 0 ? 'I start with the previews.' : '', {
          finishReason: 'tool_calls',
          toolCalls: made.map((id) =>
            calls(id, 'add_ignore_rule', { pattern: `*-preview-2024-0${id.slice(1)}*` }),
          ),
        }),
        ...made.map((id, index) =>
          results(
            id,
            'add_ignore_rule',
            index === 3
              ? { success: false, message: 'No model matches it.', error_code: 'no_match' }
              : {
                  success: true,
                  message: `${index + 2} models hidden.`,
                  data: { newly_hidden_count: index + 2 },
                },
          ),
        ),
      ];
    }),
    responds('All twenty rules were tried.'),
  ),
  { status: ended('completed') },
);

const RATE_LIMITED = failedWith(
  'rate-limit',
  say('error.llm.failure.busy', { host: '127.0.0.1:8787' }),
  say('error.llm.failure.busyRemedy'),
);

/** Names of states, with the rows of the chat, and a text that only this state shows. */
const STORIES: readonly (readonly [string, StoryRows, { key: TextKey } | { text: string }])[] = [
  ['greeting', EMPTY, { key: 'conversation.intro.startReadOnly' }],
  ['everything', EVERYTHING, { text: 'And the audio models?' }],
  ['many-calls', MANY_CALLS, { text: 'All twenty rules' }],
  ['calls', OPEN_CALLS, { key: 'conversation.outcome.waits' }],
  ['approval', RUN_STORIES['waiting-for-approval'], { text: 'gpt-4o-preview' }],
  ['paused', RUN_STORIES.paused, { key: 'conversation.run.paused' }],
  ['waiting', RUN_STORIES['waiting-for-agent-coordination'], { text: String(WAITING.reason) }],
  ['error', RATE_LIMITED, { key: 'errors.title.rateLimit' }],
  ['queued', QUEUED, { text: 'And hide the audio models, too.' }],
  ['long-chat', LONG, { text: 'Question 200' }],
];

/** States that follow from the stored rows of a chat. */
export const storedStates: PanelStates = async function* ({ page, chatId }, words) {
  for (const [name, rows, shown] of STORIES) {
    await showStory(page, chatId, rows);
    await expect(page.getByText('key' in shown ? words(shown.key) : shown.text).first()).toBeVisible();
    yield { name };
  }
  await showStory(page, chatId, EVERYTHING);
  const log = page.getByRole('log');
  yield { name: 'tools', about: log.locator('.tool-card').first() };
  yield { name: 'answer', about: log.getByText('add one rule').first() };
};

/** The open menu, and each sheet, with one more of its folds open in each state. */
export const sheetStates: PanelStates = async function* ({ page, chatId }, words) {
  await showStory(page, chatId, EVERYTHING);
  const menu = page.getByRole('menu');
  const dialog = page.getByRole('dialog');
  const button = (key: TextKey) => page.getByRole('button', { name: words(key), exact: true });
  const closed = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  const choose = async (key: TextKey) => {
    await button('header.menu.label').click();
    await page.getByRole('menuitem', { name: words(key), exact: true }).click();
    await expect(dialog).toBeVisible();
  };

  await button('header.menu.label').click();
  await expect(menu).toBeVisible();
  yield { name: 'menu' };
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  await choose('menu.policy');
  yield { name: 'policy' };
  await closed();
  await page.locator('.context-meter').click();
  await expect(dialog).toBeVisible();
  yield { name: 'costs' };
  await closed();

  await choose('menu.help');
  yield { name: 'help-log' };
  await dialog
    .getByRole('combobox', { name: words('log.list.level') })
    .selectOption({ label: words('log.list.changes') });
  await expect(dialog.getByRole('button', { name: words('audit.verify.action') })).toBeVisible();
  yield { name: 'changes' };
  await dialog.getByRole('tab', { name: words('log.tabs.data') }).click();
  yield { name: 'help-data' };
  await closed();

  await choose('menu.settings');
  yield { name: 'settings' };
  yield* folds(dialog, 'settings');
  await closed();

  await choose('menu.settings');
  await dialog.getByRole('button', { name: words('settings.part.chat') }).click();
  await expect(dialog).toHaveAccessibleName(words('chatSettings.sheet.title'));
  yield* folds(dialog, 'chat');
  for (const [name, key] of [
    ['prompt-editor', 'chatSettings.sheet.editPrompt'],
    ['inspector', 'chatSettings.sheet.showRequests'],
  ] as const) {
    await dialog.getByRole('button', { name: words(key) }).click();
    const back = dialog.getByRole('button', { name: words('common.back'), exact: true });
    await expect(back).toBeVisible();
    await expect(dialog.getByText(words('prompt.rendered.rendering'))).toHaveCount(0);
    yield { name };
    await back.click();
    await expect(dialog.locator('details').first()).toBeVisible();
  }
  await closed();
};

/** Opens the folds of a sheet one after the other. */
async function* folds(sheet: Locator, name: string): AsyncGenerator<PanelState, void> {
  const summaries = sheet.locator('details > summary');
  for (let index = 0; index < (await summaries.count()); index += 1) {
    const summary = summaries.nth(index);
    const isOpen = await summary.evaluate(({ parentElement }) => (parentElement as HTMLDetailsElement).open);
    if (!isOpen) await summary.click();
    yield { name: `${name}-${index + 1}`, about: summary };
  }
}

/** The search in a chat, and the lists that `/` and `@` open in the message field. */
export const typedStates: PanelStates = async function* ({ page, chatId }, words) {
  await showStory(page, chatId, EVERYTHING);
  await expect(page.getByRole('log').getByText('And the audio models?', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: words('find.title') });
  await bar.getByRole('textbox', { name: words('find.field') }).fill('model');
  await expect(bar.getByRole('status')).toHaveText(/\d/);
  yield { name: 'find' };
  await page.keyboard.press('Escape');
  const message = page.getByRole('textbox', { name: words('composer.field.label') });
  await message.fill('/');
  await expect(page.getByRole('listbox')).toBeVisible();
  yield { name: 'slash' };
  await message.fill('Which models has @');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  yield { name: 'mentions' };
  await message.fill('');
};

/** The panel without a connection: beside a supported page, and beside a page of an unknown kind. */
export const firstStates: PanelStates = async function* ({ page, chatId }, words) {
  const [connection] = await readTable(page, 'connections');
  await sendCommand(page, { type: 'delete-connection', connectionId: connection?.id });
  await showStory(page, chatId, EMPTY);
  await expect(page.getByLabel(words('connection.form.address'), { exact: true })).toBeVisible();
  yield { name: 'first-start' };
  await page.goto(page.url().replace(/\?.*/, ''));
  await showPageStatus(page, null, PAGE_STORIES.unknown);
  await expect(page.locator('.panel-main > .start').first()).toBeVisible();
  yield { name: 'unknown-page' };
};

/** The settings page in a tab. */
export const settingsPageStates: PanelStates = async function* ({ page }, words) {
  await page.goto(new URL('options.html', page.url()).href);
  await expect(page.getByRole('button', { name: words('aliases.form.add') })).toBeVisible();
  yield { name: 'settings-page' };
};
