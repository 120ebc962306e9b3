import { EVERYTHING, OPEN_CALLS } from '@/tests/panel/stories/conversation-stories';
import {
  ERROR_STORIES,
  OUTCOME_STORIES,
  REASON_STORIES,
  RUN_STORIES,
} from '@/tests/panel/stories/run-stories';
import type { StoryRows } from '@/tests/panel/stories/story-rows';
import { expectAccessible } from './expect-accessible';
import { showStory } from './show-story';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

const tag = '@a11y';

type NamedStory = readonly [name: string, rows: StoryRows];

/** Stories that show every component of a conversation. */
const MAIN_STORIES: readonly NamedStory[] = [
  ['a conversation with all entries', EVERYTHING],
  ['calls that run and wait', OPEN_CALLS],
  ['an approval', RUN_STORIES['waiting-for-approval']],
];

const OTHER_STORIES: readonly NamedStory[] = [
  ...Object.entries(RUN_STORIES).map(([state, rows]) => [`run: ${state}`, rows] as const),
  ...Object.entries(REASON_STORIES).map(([reason, rows]) => [`waits for the user: ${reason}`, rows] as const),
  ...Object.entries(OUTCOME_STORIES).map(([outcome, rows]) => [`ended: ${outcome}`, rows] as const),
];

for (const { of, stories, details } of [
  { of: 'a conversation', stories: MAIN_STORIES, details: { tag } },
  { of: 'a run', stories: OTHER_STORIES, details: thorough({ tag }) },
]) {
  test(`each state of ${of} is accessible, light and dark`, details, async ({ stage }) => {
    test.setTimeout(180_000);
    const { page, chatId } = stage;
    for (const [name, rows] of stories) {
      await showStory(page, chatId, saying(name, rows));
      await expect(page.getByRole('log').getByText(name, { exact: true }).first()).toBeVisible();
      await expectAccessible(page, name);
    }
  });
}

test('an error of each class is accessible, light and dark', thorough({ tag }), async ({ stage }) => {
  test.setTimeout(180_000);
  const { page, chatId } = stage;
  for (const [code, rows] of ERROR_STORIES) {
    await showStory(page, chatId, rows);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expectAccessible(page, code, '.conversation');
  }
});

test('finding a text is accessible, light and dark', thorough({ tag }), async ({ stage }) => {
  const { page, chatId } = stage;
  await showStory(page, chatId, saying('Find me', EVERYTHING));
  await expect(page.getByRole('log').getByText('Find me', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in this chat' });
  for (const [text, status] of [
    ['model', /^\d+ of \d+/],
    ['not in this chat', 'Not found'],
  ] as const) {
    await bar.getByRole('textbox', { name: 'Find' }).fill(text);
    await expect(bar.getByRole('status')).toHaveText(status);
    await expectAccessible(page, text);
  }
});

/** The rows, with a last message of the user that no other story has: it shows that the panel has drawn this one. */
function saying(text: string, rows: StoryRows): StoryRows {
  const last = rows.messages.findLast((message) => message.role === 'user');
  const messages = rows.messages.map((message) => (message === last ? { ...last, content: text } : message));
  return { ...rows, messages };
}
