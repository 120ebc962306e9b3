import type { Locator } from '@playwright/test';
import { openHelp } from '@/tests/drive/menu';
import {
  askedCall,
  changeDryRun,
  changePreview,
  question,
  questionPreview,
} from '@/tests/panel/approval/approval-requests';
import { RUN_STORIES } from '@/tests/panel/stories/run-stories';
import { attachScreenshot } from './attach-screenshot';
import { showLanguage } from './show-language';
import { showStory } from './show-story';
import { expect, test } from './story-stage';

const tag = '@panel';

/** True if the element shows all of its text: nothing that clips cuts it off. */
function isUncut(element: Element): boolean {
  const text = document.createRange();
  text.selectNodeContents(element);
  const { left, right, top, bottom } = text.getBoundingClientRect();
  for (let box: Element | null = element; box !== null; box = box.parentElement) {
    if (getComputedStyle(box).overflow === 'visible') continue;
    const edge = box.getBoundingClientRect();
    if (left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1)
      return false;
  }
  return right <= innerWidth;
}

const expectUncut = (part: Locator, where: string) =>
  expect.poll(() => part.evaluate(isUncut), `${part} at ${where}`).toBe(true);

test(
  'the header keeps “unsaved” in Firefox’s sidebar, and the permissions are whole at 280 pixels in long languages',
  { tag },
  async ({ stage: { page } }, testInfo) => {
    for (const width of [252, 250, 240]) {
      await page.setViewportSize({ width, height: 640 });
      await attachScreenshot(page, testInfo, `header-${width}`);
      await expectUncut(page.getByTestId('page-line').getByText('unsaved'), `${width}`);
    }
    for (const language of ['ru', 'pt-BR', 'de', 'fr']) {
      await page.setViewportSize({ width: 280, height: 640 });
      await showLanguage(page, language);
      const chip = page.locator('.policy-chip');
      await expect(chip).toBeVisible();
      await attachScreenshot(page, testInfo, `permissions-${language}`);
      await expectUncut(chip, language);
    }
  },
);

test(
  'a low panel scrolls the log as a whole to its entries, and shows a banner whole with its button',
  { tag },
  async ({ stage: { page, chatId } }, testInfo) => {
    const story = RUN_STORIES['waiting-for-system-input'];
    const problems = Array.from({ length: 3 }, (_, index) => ({
      key: null,
      kind: 'no-content' as const,
      message: `Part ${index + 1} of the prompt has neither a text nor a name, so requests go out without it.`,
    }));
    await showStory(page, chatId, { ...story, run: story.run && { ...story.run, promptProblems: problems } });
    await page.setViewportSize({ width: 252, height: 480 });
    const banner = page.locator('.banner');
    await expect(banner).toBeVisible();
    for (const [width, height] of [
      [252, 480],
      [180, 320],
    ] as const) {
      await page.setViewportSize({ width, height });
      await attachScreenshot(page, testInfo, `banner-${width}-${height}`);
      for (const part of await banner.getByRole('button').all()) {
        await part.scrollIntoViewIfNeeded();
        await expectUncut(part, `${width} × ${height}`);
      }
      const { own, shown } = await banner.evaluate((element) => ({
        own: element.getBoundingClientRect().height,
        shown: element.parentElement?.clientHeight ?? 0,
      }));
      expect(shown, `${width} × ${height}`).toBeGreaterThanOrEqual(own - 1);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await openHelp(page, 'Log');
    const entry = page.locator('.entry-row').first();
    await expect(entry).toBeVisible();
    for (const [width, height] of [
      [252, 480],
      [180, 320],
    ] as const) {
      await page.setViewportSize({ width, height });
      await entry.scrollIntoViewIfNeeded();
      await attachScreenshot(page, testInfo, `log-${width}-${height}`);
      await expect(entry, `${width} × ${height}`).toBeInViewport({ ratio: 0.9 });
    }
  },
);

test('the comma after a name that is longer than a line stays on the name’s last line', { tag }, async ({
  stage: { page, chatId },
}) => {
  const call = askedCall('e1', 'add_ignore_rule', { pattern: '*-preview*' });
  const preview = changePreview('Hides 2 models.', {
    effects: [
      {
        kind: 'loss',
        title: 'Newly hidden',
        names: ['a-name-that-is-longer-than-a-line', 'o1'].map((name) => ({ name, detail: null })),
        total: 2,
      },
    ],
  });
  const story = RUN_STORIES['waiting-for-approval'];
  const approval = {
    ...story.approval,
    ...question([call], questionPreview([changeDryRun(call, preview)], {})),
  };
  await showStory(page, chatId, { ...story, approval });
  await page.setViewportSize({ width: 180, height: 320 });
  const entry = page.locator('.effect-names li').first();
  await expect(entry).toBeVisible();
  const bottoms = await entry.evaluate((element) =>
    [element, element.querySelector('.mono')].map((each) => each?.getBoundingClientRect().bottom ?? 0),
  );
  expect(bottoms[0]).toBeLessThanOrEqual((bottoms[1] ?? 0) + 4);
});
