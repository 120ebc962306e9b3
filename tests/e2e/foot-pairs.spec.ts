/// <reference types="chrome" />
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { UPDATED_IN_RUN } from '@/src/messages/channels';
import { FOOT_CARDS, type FootCard } from '@/src/panel/shell/foot-cards';
import type { Chat } from '@/src/schema/chat';
import { say } from '@/src/schema/values/said';
import {
  askedCall,
  changeDryRun,
  changePreview,
  question,
  questionPreview,
} from '@/tests/panel/approval/approval-requests';
import { RUN_STORIES } from '@/tests/panel/stories/run-stories';
import type { StoryRows } from '@/tests/panel/stories/story-rows';
import { attachScreenshot } from './attach-screenshot';
import { imagesOf, smallImage } from './image-view';
import { showStory } from './show-story';
import { expect, test } from './story-stage';

const tag = '@panel';

/** 360 × 640 at 200 % zoom, the smallest supported panel. */
const SMALLEST = { width: 180, height: 320 };
/** Wide enough for all buttons of the composer. */
const WIDE = { width: 600, height: 640 };

/** The request to approve a save, with the warning that Steward can't undo it. */
function saveRequest(chat: Partial<Chat>, promptProblems: boolean): StoryRows {
  const story = RUN_STORIES['waiting-for-approval'];
  const asked = [
    askedCall('e1', 'add_ignore_rule', { pattern: '*-preview*' }),
    askedCall('e2', 'save_changes', {}, { question: say('model-filter.question.save') }),
  ];
  const preview = changePreview(
    say('model-filter.preview.clients', { lost: 5, gained: 0, providers: ['openai'] }),
    { warning: say('model-filter.preview.savesForGood') },
  );
  const dryRuns = asked.map((call) => changeDryRun(call, preview));
  const problems = [{ key: null, kind: 'no-content' as const, message: 'The template is empty.' }];
  return {
    ...story,
    run: story.run && { ...story.run, ...(promptProblems && { promptProblems: problems }) },
    approval: story.approval && {
      ...story.approval,
      ...question(asked, questionPreview(dryRuns, { net: preview })),
    },
    chat: Object.assign({}, NOTHING_ELSE, chat),
  };
}

const NOTHING_ELSE: object = {
  pendingMessage: null,
  queuedStatus: null,
  setAside: undefined,
  quotations: undefined,
};

const LONG =
  'Hide every preview model of openai, then tell me which of them clients still use, and why. '.repeat(4);

/** A part of the foot, or a banner: rows of the chat that show it, an action in the wide panel, or the reason why it is left out. */
type Shown =
  | { chat: object; isIn?: string }
  | { hasPromptProblems: true }
  | { act(page: Page): Promise<unknown>; undo(page: Page): Promise<unknown> }
  | string;

const QUOTED = '@quote:1';

/** One row for each card. A new card without a row doesn't compile. */
const CARDS: Record<FootCard | 'quotation' | 'images', Shown> = {
  error: {
    // Nothing is selected on the page.
    act: (page) => page.locator('.quote-button').click(),
    undo: async (page) => {
      await page.getByRole('button', { name: 'Dismiss', exact: true }).press('Enter');
      await expect(page.locator('.error-card')).toHaveCount(0);
    },
  },
  elsewhere: 'a detached panel has no page beside it; the card is of the same kind as the unsent message',
  unsent: { chat: { setAside: { text: LONG, atMs: 1 } } },
  lost: 'not shown during a run',
  status: {
    chat: { queuedStatus: { state: 'waiting-for-user-input', reason: 'requested' } },
  },
  message: { chat: { pendingMessage: { text: LONG, queuedAtMs: 1 } } },
  quotation: {
    chat: { quotations: [{ mention: QUOTED, text: LONG, page: 'Models' }] },
    isIn: `${QUOTED} is wrong`,
  },
  images: {
    act: async (page) => {
      const { files, tray } = imagesOf(page);
      await files.setInputFiles([1, 2, 3].map((n) => smallImage(`image-${n}.png`, 60 + n)));
      await expect(tray.getByRole('listitem')).toHaveCount(3);
    },
    undo: async (page) => {
      const remove = page.getByRole('button', { name: /^Remove image-/ });
      for (let left = await remove.count(); left > 0; left -= 1) {
        await remove.last().click();
        await expect(remove).toHaveCount(left - 1);
      }
    },
  },
};

const SAME_BANNER = 'another state is needed; shown by the same component in the same place';

const BANNERS: Record<string, Shown> = {
  'errors.background.label': SAME_BANNER,
  'errors.data.label': SAME_BANNER,
  'errors.endpoint.label': SAME_BANNER,
  'errors.knownIssue.label': SAME_BANNER,
  'errors.managed.label': SAME_BANNER,
  'errors.outdated.label': 'not shown during a run',
  'errors.page.label': SAME_BANNER,
  'errors.pageInUse.label': SAME_BANNER,
  'errors.prompt.label': { hasPromptProblems: true },
  'errors.update.label': {
    act: (page) => store(page, '0.2.0'),
    undo: (page) => store(page, null),
  },
};

function store(page: Page, version: string | null): Promise<void> {
  return page.evaluate(
    async ([key, value]) => {
      const { storage } = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
      await (value === null ? storage.session.remove(key) : storage.session.set({ [key]: value }));
    },
    [UPDATED_IN_RUN, version] as const,
  );
}

/** The share of an element that is in sight: inside of the window and of all that scrolls, and not covered. */
function shareInSight(element: Element): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  let seen = 0;
  const points = [0.02, 0.25, 0.5, 0.75, 0.98];
  for (const y of points) {
    const hit = document.elementFromPoint(left + width / 2, top + y * height);
    if (
      hit !== null &&
      (element.contains(hit) || hit.contains(element)) &&
      !isClipped(left + width / 2, top + y * height)
    )
      seen += 1;
  }
  return seen / points.length;

  function isClipped(x: number, y: number): boolean {
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      if (y < edge.top || y > edge.bottom || x < edge.left || x > edge.right) return true;
    }
    return y < 0 || y > innerHeight;
  }
}

const PAIRS = Object.keys(CARDS).flatMap((one, index, all) => [
  ...all.slice(index + 1).map((other) => [one, other] as const),
  ...Object.keys(BANNERS).map((banner) => [one, banner] as const),
]);

test(
  'the warning of a save and its buttons are in sight beside each pair of cards and banners at 180 × 320, and each card is one line',
  { tag },
  async ({ stage: { page, chatId } }, testInfo) => {
    test.slow();
    const labels = readdirSync('src/panel/shell/banners').flatMap((file) =>
      [
        ...readFileSync(`src/panel/shell/banners/${file}`, 'utf8').matchAll(/label="(errors\.\w+\.label)"/g),
      ].map(([, label]) => label),
    );
    expect(Object.keys(BANNERS), 'a row for each banner').toEqual(labels.toSorted());
    expect(Object.keys(CARDS), 'a row for each card').toEqual(expect.arrayContaining([...FOOT_CARDS]));
    await page.setViewportSize(WIDE);
    await showStory(page, chatId, saveRequest({}, false));
    const card = page.getByRole('region', { name: 'Approval' });
    await expect(card).toBeVisible();
    await imagesOf(page).sayThatModelTakes('yes');
    const message = page.getByRole('textbox', { name: 'Message' });
    const parts = [
      card.getByText('Steward can’t undo a save.', { exact: true }),
      card.getByRole('button', { name: /^Apply/ }),
      card.getByRole('button', { name: 'Refuse…' }),
    ];
    const faults: string[] = [];
    for (const pair of PAIRS) {
      const shown = pair.map((name) => CARDS[name as FootCard] ?? BANNERS[name]);
      if (shown.some((each) => typeof each === 'string')) continue;
      await page.setViewportSize(WIDE);
      const rows = Object.assign(
        {},
        ...shown.map((each) => (typeof each === 'object' && 'chat' in each ? each.chat : {})),
      );
      const hasProblems = shown.some((each) => typeof each === 'object' && 'hasPromptProblems' in each);
      await showStory(page, chatId, saveRequest(rows, hasProblems));
      const text = shown
        .map((each) => (typeof each === 'object' && 'isIn' in each ? each.isIn : ''))
        .join('');
      await message.fill(text ?? '');
      // In reverse: the next command removes an error.
      for (const each of shown.toReversed())
        if (typeof each === 'object' && 'act' in each) await each.act(page);
      const count = shown.filter((each) => typeof each === 'object').length;
      await expect
        .poll(
          () =>
            page
              .locator(
                // The check of the stored data may find the story's rows, which no run has written.
                '.foot-note:has(> .card, > .queued-line), .foot-cards > .card:not(.approval-card), .foot-cards > .queued-line, .composer-quotation, .image-tray, .banner:not([aria-label="Stored data"])',
              )
              .count(),
          `${pair}`,
        )
        .toBe(count);
      await page.setViewportSize(SMALLEST);
      await expect(page.locator('.approval-buttons')).toBeVisible();
      for (const part of parts) {
        await expect
          .poll(() => part.evaluate(shareInSight), { timeout: 1_500 })
          .toBe(1)
          .catch(async () => {
            faults.push(
              `${pair.join(' + ')}: ${await part.evaluate(shareInSight)} of “${await part.textContent()}”`,
            );
          });
      }
      const heights = await page
        .locator('.foot-note > :is(.card, .queued-line)')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
      for (const height of heights)
        if (height > 32) faults.push(`${pair.join(' + ')}: a card of ${height} px`);
      await attachScreenshot(page, testInfo, `pair-${pair.join('-')}`);
      await page.setViewportSize(WIDE);
      for (const each of shown) if (typeof each === 'object' && 'undo' in each) await each.undo(page);
    }
    expect(faults).toEqual([]);
  },
);
