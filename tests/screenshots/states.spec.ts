import type { Locator, Page } from '@playwright/test';
import { chooseFromMenu, openChatSettings, openHelp, openSettings } from '@/tests/drive/menu';
import { calls, fallsSilentAfter, inTurn, respondsWith, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { ended } from '@/tests/panel/stored-run';
import { EVERYTHING, LONG, OPEN_CALLS } from '@/tests/panel/stories/conversation-stories';
import { PAGE_STORIES } from '@/tests/panel/stories/page-stories';
import { failedWith, RUN_STORIES } from '@/tests/panel/stories/run-stories';
import {
  asks,
  calls as callOf,
  messagesOf,
  responds,
  results,
  rowsOf,
  type StoryRows,
} from '@/tests/panel/stories/story-rows';
import { gate } from '../e2e/gate';
import { readTable } from '../e2e/read-table';
import { sendCommand } from '../e2e/send-command';
import { showPageStatus } from '../e2e/show-page-status';
import { showStory } from '../e2e/show-story';
import { expect, test } from '../e2e/story-stage';

/** Sizes in CSS pixels. `zoom-200`: a panel of 360 × 640 at 200 %. */
const SIZES = {
  '360': { width: 360, height: 640 },
  '280': { width: 280, height: 640 },
  // The default width of Firefox's sidebar.
  '252': { width: 252, height: 480 },
  'zoom-200': { width: 180, height: 320 },
} as const;

/** The states that are also taken in sizes smaller than 360 px. */
const MAIN = new Set([
  'first-start',
  'unknown-page',
  'greeting',
  'everything',
  'many-calls',
  'tools',
  'answer',
  'streaming',
  'approval',
  'error',
  'banners',
  'menu',
  'slash',
  'mentions',
  'chats',
  'checkpoints',
  'rollback-confirm',
  'settings',
  'costs',
  'chat-limits',
]);

/** Takes a picture of the state in its sizes, light and dark; `inView` is scrolled into the panel for each. */
async function take(page: Page, name: string, inView?: Locator): Promise<void> {
  const sizes = Object.entries(SIZES).filter(([size]) => size === '360' || MAIN.has(name));
  for (const [size, viewport] of sizes) {
    await page.setViewportSize(viewport);
    await inView?.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = `artifacts/screenshots/${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path, animations: 'disabled', caret: 'initial' });
    }
  }
  await page.setViewportSize(SIZES['360']);
}

const EMPTY: StoryRows = rowsOf([], null);
const QUEUED: StoryRows = {
  ...RUN_STORIES.processing,
  chat: { pendingMessage: { text: 'And hide the audio models, too.', queuedAtMs: 0 } },
};

/** Four responses with five calls each, one of which failed. */
const MANY_CALLS: StoryRows = rowsOf(
  messagesOf(
    asks('Hide the models that nobody uses'),
    ...[0, 1, 2, 3].flatMap((response) => {
      const made = [0, 1, 2, 3, 4].map((index) => `e${response}${index}`);
      return [
        responds(response === 0 ? 'I start with the previews.' : '', {
          finishReason: 'tool_calls',
          toolCalls: made.map((id) =>
            callOf(id, 'add_ignore_rule', { pattern: `*-preview-2024-0${id.slice(1)}*` }),
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
  'The endpoint 127.0.0.1:8787 takes no more requests for now.',
  'Wait a little, then try again.',
);

/** The stories, each with a text that no other one has. */
const STORIES: readonly (readonly [string, StoryRows, string | RegExp])[] = [
  ['greeting', EMPTY, 'Start read-only'],
  ['everything', EVERYTHING, 'And the audio models?'],
  ['many-calls', MANY_CALLS, 'All twenty rules'],
  ['calls', OPEN_CALLS, 'waits for you'],
  ['approval', RUN_STORIES['waiting-for-approval'], 'Hides 5 models and saves.'],
  ['paused', RUN_STORIES.paused, /^Paused/],
  ['waiting', RUN_STORIES['waiting-for-agent-coordination'], /^Waiting until/],
  ['error', RATE_LIMITED, 'Too many requests'],
  ['queued', QUEUED, /^Next: /],
  ['long-chat', LONG, 'Question 200'],
];

test('stored states', async ({ stage: { page, chatId } }) => {
  for (const [name, rows, text] of STORIES) {
    await showStory(page, chatId, rows);
    await expect(page.getByText(text).first()).toBeVisible();
    await take(page, name);
  }
});

test('calls that succeeded and failed, and an answer with a table', async ({ stage: { page, chatId } }) => {
  await showStory(page, chatId, EVERYTHING);
  const log = page.getByRole('log');
  await take(page, 'tools', log.getByText('Hide', { exact: false }).first());
  await take(page, 'answer', log.getByText('add one rule').first());
});

test('the first start, beside a page that Steward knows and one that it doesn’t', async ({ stage }) => {
  const { page, chatId } = stage;
  const [connection] = await readTable(page, 'connections');
  await sendCommand(page, { type: 'delete-connection', connectionId: connection?.id });
  await showStory(page, chatId, EMPTY);
  await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
  await take(page, 'first-start');
  await page.goto(page.url().replace(/\?.*/, ''));
  await showPageStatus(page, null, PAGE_STORIES.unknown);
  await expect(page.locator('.panel-main > .start').first()).toBeVisible();
  await take(page, 'unknown-page');
});

test('banners', async ({ stage: { page, chatId }, filterPage }) => {
  const failing = {
    ...RUN_STORIES.done,
    run: RUN_STORIES.done.run && {
      ...RUN_STORIES.done.run,
      promptProblems: [
        {
          kind: 'base-template-failed' as const,
          key: null,
          message: 'The template for the whole prompt failed.',
        },
      ],
    },
  };
  await showStory(page, chatId, failing);
  await filterPage.page.goto('about:blank');
  await expect(page.getByRole('region', { name: 'This chat’s page' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'System prompt' })).toBeVisible();
  await take(page, 'banners');
});

test('sheets and the menu', async ({ stage: { page, chatId } }) => {
  await showStory(page, chatId, EVERYTHING);
  const dialog = page.getByRole('dialog');
  const shoot = async (name: string, opened: Locator) => {
    await expect(opened).toBeVisible();
    await take(page, name);
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
  };
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await shoot('menu', page.getByRole('menu'));
  await chooseFromMenu(page, 'Permissions');
  await shoot('policy', dialog);
  await page.getByRole('button', { name: /^Context and costs/ }).click();
  await shoot('costs', dialog);
  for (const tab of ['Log', 'Data'] as const) {
    await shoot(`help-${tab.toLowerCase()}`, await openHelp(page, tab));
  }
  await openHelp(page, 'Log');
  await dialog.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Changes of pages' });
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeVisible();
  await shoot('changes', dialog);
  for (const fold of ['Connections', 'Sites', 'Appearance', 'Notifications', 'Voice input']) {
    await shoot(`settings-${fold.toLowerCase().replace(' ', '-')}`, await openSettings(page, fold));
  }
  for (const fold of ['Instructions', 'Model', 'Limits', 'Expert']) {
    await shoot(`chat-${fold.toLowerCase()}`, await openChatSettings(page, fold));
  }
});

test('pages of a sheet', async ({ stage: { page } }) => {
  const dialog = page.getByRole('dialog');
  for (const [name, fold, words] of [
    ['prompt-editor', 'Instructions', 'Edit system prompt'],
    ['inspector', 'Expert', 'Show last requests'],
  ] as const) {
    const sheet = await openChatSettings(page, fold);
    await sheet.getByRole('button', { name: words }).click();
    await expect(dialog.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
    await expect(dialog.getByText('Rendering…')).toHaveCount(0);
    await take(page, name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await openSettings(page);
  await take(page, 'settings');
  await page.keyboard.press('Escape');
  await openSettings(page, 'Connections', 'Model aliases');
  await take(page, 'aliases');
});

test('the settings page', async ({ stage: { page } }) => {
  await page.goto(new URL('options.html', page.url()).href);
  await expect(page.getByRole('button', { name: 'Add alias' })).toBeVisible();
  await take(page, 'settings-page');
});

test('finding a text, and the commands after a slash', async ({ stage: { page, chatId } }) => {
  await showStory(page, chatId, EVERYTHING);
  await expect(page.getByRole('log').getByText('And the audio models?', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in this chat' });
  await bar.getByRole('textbox', { name: 'Find' }).fill('model');
  await expect(bar.getByRole('status')).toHaveText(/\d of \d/);
  await take(page, 'find');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Message' }).fill('/');
  await expect(page.getByRole('listbox')).toBeVisible();
  await take(page, 'slash');
  await page.getByRole('textbox', { name: 'Message' }).fill('Which models has @');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await take(page, 'mentions');
});

test('checkpoints, and a rollback to confirm', async ({
  stage: { page },
  endpoint,
  startedChat: { panel },
}) => {
  for (const pattern of ['*-preview*', '*audio*']) {
    endpoint.behave(inTurn(calls('add_ignore_rule', JSON.stringify({ pattern })), says('Done.')));
    await panel.ask(`Hide ${pattern}`);
    await panel.finished();
  }
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, 'chats');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Checkpoints/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio')).toHaveCount(4);
  await take(page, 'checkpoints');
  await page.getByRole('radio', { name: /-preview/ }).check();
  await expect(page.getByRole('button', { name: 'Roll back', exact: true })).toBeEnabled();
  await take(page, 'rollback-confirm');
});

test('live states', async ({ stage: { page }, endpoint, startedChat: { panel } }) => {
  const done = gate();
  endpoint.behave(thinksUntil(done.opened, says('Five.')));
  await panel.ask('Which models are hidden?');
  await expect(page.getByText(/Thinking/).first()).toBeVisible();
  await take(page, 'thinking');
  done.open();
  await panel.finished();

  endpoint.behave(
    fallsSilentAfter('Five models of **openai** are hidden:\n\n| model |\n| --- |\n| `o1` |\n'),
  );
  await panel.ask('Name them');
  await expect(page.getByText('are hidden:').first()).toBeVisible();
  await take(page, 'streaming');
  await panel.stop();
  await panel.finished();
  await take(page, 'broken-off');
  endpoint.behave(says('Here I am.'));

  // Last, since the endpoint's wait holds for what is sent after it.
  const overloaded = JSON.stringify({ error: { message: 'Overloaded.' } });
  endpoint.behave(respondsWith(503, 'application/json', overloaded, { 'retry-after': '60' }));
  await panel.ask('And the whitelisted ones?');
  await expect(page.getByText(/Trying again in/).first()).toBeVisible();
  await take(page, 'retrying');
  await panel.stop();
});
