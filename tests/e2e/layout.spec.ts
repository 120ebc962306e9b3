import type { Locator, Page } from '@playwright/test';
import { createPanel } from '@/tests/drive/panel';
import { calls as callsTool, inTurn, neverAnswers, says } from '@/tests/fakes/chat-answers';
import {
  askedCall,
  changeDryRun,
  changePreview,
  question,
  questionPreview,
} from '@/tests/panel/approval/approval-requests';
import { OPEN_CALLS } from '@/tests/panel/stories/conversation-stories';
import { RUN_STORIES } from '@/tests/panel/stories/run-stories';
import {
  asks,
  calls,
  messagesOf,
  responds,
  results,
  rowsOf,
  type StoryRows,
} from '@/tests/panel/stories/story-rows';
import { attachScreenshot } from './attach-screenshot';
import { expectAccessible } from './expect-accessible';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { showStory } from './show-story';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

const tag = '@panel';

/** Width and height in CSS pixels of a panel of 360 × 720 pixels at 200 % zoom. */
const ZOOMED = [180, 360] as const;

/**
 * Widths and heights of panels in CSS pixels: zoomed, low, as wide as Firefox's sidebar, narrow, and as wide as usual.
 */
const SIZES = [ZOOMED, [250, 480], [252, 640], [280, 640], [360, 640]] as const;

/** The largest height of a low panel, in CSS pixels. */
const LOW = 480;

const WARNING = 'Clients of three teams see this at once, and Steward can’t take it back for any of them.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Runs `check` at each size, and fails if the panel can be scrolled horizontally. */
async function inEachSize(page: Page, check: (size: string, height: number) => Promise<void>): Promise<void> {
  for (const [width, height] of SIZES) {
    const size = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    await check(size, height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), size).toBe(false);
  }
}

async function expectWhole(parts: readonly Locator[], size: string): Promise<void> {
  for (const part of parts) await expect(part, `${part} at ${size}`).toBeInViewport({ ratio: 1 });
}

/** Fails if the element, or one in it, has content that is higher than itself. */
async function expectUncut(part: Locator, size: string): Promise<void> {
  const hidden = await part.evaluate((element) =>
    Math.max(
      ...[element, ...element.querySelectorAll('*')]
        // Text within a line has no height of its own to be compared.
        .filter((one) => getComputedStyle(one).display !== 'inline')
        .map((one) => one.scrollHeight - one.clientHeight),
    ),
  );
  expect(hidden, `pixels hidden at ${size}`).toBeLessThanOrEqual(1);
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return { ...box, bottom: box.y + box.height };
}

test(
  'without a connection, the form’s fields and Connect are in sight at any panel size, and the message field is hidden',
  thorough({ tag }),
  async ({ stage: { page, chatId } }, testInfo) => {
    const [connection] = await readTable(page, 'connections');
    await sendCommand(page, { type: 'delete-connection', connectionId: connection?.id });
    await showStory(page, chatId, rowsOf([], null));
    const presets = page.getByRole('combobox', { name: 'Known endpoints' });
    const fields = [presets, page.getByLabel('Address', { exact: true }), page.getByLabel('Key')];
    await inEachSize(page, async (size) => {
      await expectWhole([...fields, button(page, 'Connect')], size);
      await expect(page.locator('.panel-foot'), size).toBeHidden();
      await attachScreenshot(page, testInfo, `first-${size}`);
    });
  },
);

test(
  'a text typed before the first connection stays in sight, and the message field keeps the focus',
  thorough({ tag }),
  async ({ stage: { page, chatId } }) => {
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Hide the previews');
    const [connection] = await readTable(page, 'connections');
    await sendCommand(page, { type: 'delete-connection', connectionId: connection?.id });
    await showStory(page, chatId, rowsOf([], null));
    await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
    await expect(message).toBeVisible();
  },
);

/** A request for the approval of several calls, with a long warning. */
function warned(length: number): StoryRows {
  const patterns = Array.from({ length }, (_, index) => `*-preview-of-a-longer-name-${index}*`);
  const asked = patterns.map((pattern, index) => askedCall(`e${index}`, 'add_ignore_rule', { pattern }));
  const effects = [
    {
      kind: 'loss' as const,
      title: 'Newly hidden',
      names: [{ name: 'gpt-4o-preview', detail: null }],
      total: 5,
    },
  ];
  const preview = changePreview('Clients lose 18 models of openai.', { warning: WARNING, effects });
  const dryRuns = asked.map((call) => changeDryRun(call, preview));
  const { approval } = RUN_STORIES['waiting-for-approval'];
  return {
    ...OPEN_CALLS,
    approval: approval && {
      ...approval,
      ...question(asked, questionPreview(dryRuns, { net: preview })),
      messageId: approval.messageId,
    },
  };
}

test(
  'an approval card shows its whole warning beside the buttons at any panel size, and fills a low panel',
  { tag },
  async ({ stage: { page, chatId } }, testInfo) => {
    await showStory(page, chatId, warned(20));
    const card = page.getByRole('region', { name: 'Approval' });
    await expect(card).toBeVisible();
    const warning = card.locator('.approval-warning');
    const decisions = ['Apply 20 changes', 'Refuse…', 'Stop'].map((name) => button(page, name));
    const row = card.getByRole('article').first();
    await inEachSize(page, async (size, height) => {
      await expectWhole([card.getByRole('heading', { level: 2 }), warning, ...decisions], size);
      await expectUncut(warning, size);
      await attachScreenshot(page, testInfo, `approval-${size}`);
      if (height > LOW) return;
      await expect(page.getByRole('banner'), size).not.toBeInViewport();
      expect((await boxOf(card)).height, size).toBeGreaterThan(0.6 * height);
    });
    // In a narrow card, a call's effect is below its name; at a width of 600 px, both are on one line.
    const [name, effect] = [row.locator('.call-name'), row.locator('.call-effect')];
    await page.setViewportSize({ width: 252, height: 640 });
    expect((await boxOf(effect)).y).toBeGreaterThanOrEqual((await boxOf(name)).bottom - 1);
    await page.setViewportSize({ width: 600, height: 640 });
    expect((await boxOf(effect)).y).toBeLessThan((await boxOf(name)).bottom - 1);
  },
);

const ANSWER = `Done so far:

- [x] hide \`gpt-4o-realtime-preview\`
- [ ] save

| model of a provider with a long name | provider | price per 1M tokens |
| --- | --- | --- |
| \`gpt-4o-realtime-preview-2024-12-17\` | \`openai/azure-east-us\` | hidden since yesterday |

\`\`\`json
{ "ignore": ["gpt-4o-realtime-preview-2024-12-17", "gpt-4o-realtime-preview-2024-10-01"] }
\`\`\``;

const TALK = rowsOf(
  messagesOf(
    asks('Hide the realtime models'),
    responds(ANSWER, {
      reasoning: 'One rule is enough.',
      reasoningMs: 2_400,
      toolCalls: [
        calls('e1', 'add_ignore_rule', { pattern: 'gpt-4o-realtime-preview*', provider: 'openai' }),
      ],
    }),
    results('e1', 'add_ignore_rule', { success: true, message: 'Hidden.', data: { newly_hidden_count: 2 } }),
    responds('That was it.'),
  ),
  { status: { state: 'done' } },
);

/**
 * Names and sizes of the visible controls with a height or width below 24 CSS pixels. Links in a text are exempt: they
 * are as high as the text.
 */
function smallTargets(): string[] {
  const targets = 'button:not(.link), summary, select, textarea, input:not(label input)';
  return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    const isSmall =
      one.checkVisibility() && (width < 23.9 || height < 23.9) && !one.matches(':disabled[type]');
    return isSmall ? [`${one.tagName} ${one.className} “${one.textContent}” ${width} × ${height}`] : [];
  });
}

test(
  'an answer with a task list and a wide table is accessible, has controls of at least 24 px, and breaks no id',
  thorough({ tag }),
  async ({ stage: { page, chatId } }, testInfo) => {
    await page.setViewportSize({ width: 280, height: 640 });
    await showStory(page, chatId, TALK);
    await expect(page.getByRole('table')).toBeVisible();
    for (const fold of await page.locator('.tool-card summary:visible').all()) await fold.click();
    await attachScreenshot(page, testInfo, 'answer-280');
    expect(await page.evaluate(smallTargets)).toEqual([]);
    const ids = page.locator('td code');
    for (const id of await ids.all()) {
      expect(await id.evaluate((element) => element.getClientRects().length)).toBe(1);
    }
    await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked();
    await page.getByRole('region', { name: 'Table' }).focus();
    await expectAccessible(page, 'answer', '.conversation');
  },
);

test(
  'a note is closest to its own message; the rollback’s buttons and all costs are in sight at any panel size',
  { tag },
  async ({ stage: { page }, endpoint }, testInfo) => {
    const panel = createPanel(page);
    endpoint.behave(neverAnswers);
    await panel.ask('Stop here');
    await panel.stop();
    endpoint.behave(inTurn(callsTool('add_ignore_rule', '{"pattern":"*-preview*"}'), says('Done.')));
    await panel.ask('Hide the previews');
    await panel.finished();
    await page.setViewportSize({ width: 280, height: 640 });
    const note = await boxOf(page.getByText('Stopped.', { exact: true }));
    const own = await boxOf(page.locator('.user-message', { hasText: 'Stop here' }));
    const next = await boxOf(page.locator('.bubble', { hasText: 'Hide the previews' }));
    await attachScreenshot(page, testInfo, 'note-280');
    expect(note.y - own.bottom).toBeLessThan((next.y - note.bottom) / 2);

    await button(page, 'Checkpoints').click();
    await page.getByRole('radio', { name: /Hide/ }).check();
    const effect = page.getByText(/^Will undo 1 change/);
    await inEachSize(page, async (size) => {
      await expectWhole([effect, button(page, 'Roll back'), button(page, 'Cancel')], size);
      await attachScreenshot(page, testInfo, `rollback-${size}`);
    });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Context and costs/ }).click();
    const table = page.getByRole('dialog').getByRole('table');
    await inEachSize(page, async (size) => {
      expect(
        await table.evaluate((one) => one.parentElement && one.scrollWidth - one.parentElement.clientWidth),
        size,
      ).toBeLessThanOrEqual(0);
      await attachScreenshot(page, testInfo, `costs-${size}`);
    });
  },
);

test(
  'texts and controls grow with the browser’s text size',
  thorough({ tag }),
  async ({ stage: { page }, steward }, testInfo) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const parts = [page.getByRole('textbox', { name: 'Message' }), button(page, 'Send')];
    // The parts are rendered again when the chat has been read, so a first measurement may fail.
    const heights = async () => {
      let all: number[] = [];
      await expect(async () => {
        all = (await Promise.all(parts.map(boxOf))).map(({ height }) => height);
      }).toPass();
      return all;
    };
    const before = await heights();
    await steward.setFontSize(page, 32);
    const after = await heights();
    await attachScreenshot(page, testInfo, 'large-text');
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    for (const [index, height] of after.entries()) {
      expect(height / (before[index] ?? 0)).toBeGreaterThan(1.8);
    }
  },
);
