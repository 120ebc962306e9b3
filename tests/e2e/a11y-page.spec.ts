import type { Locator, Page } from '@playwright/test';
import type { PageStatus } from '@/src/messages/page-status';
import { menuButton, openChatSettings, openHelp, openSettings } from '@/tests/drive/menu';
import { EVERYTHING } from '@/tests/panel/stories/conversation-stories';
import { PAGE_STORIES } from '@/tests/panel/stories/page-stories';
import { OUTCOME_STORIES } from '@/tests/panel/stories/run-stories';
import { rowsOf, type StoryRows } from '@/tests/panel/stories/story-rows';
import { expectAccessible } from './expect-accessible';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { showPageStatus } from './show-page-status';
import { showStory } from './show-story';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

const tag = '@a11y';
const STATES = Object.entries(PAGE_STORIES) as [PageStatus['state'], PageStatus][];

const PROMPT_FAILED: StoryRows = {
  ...OUTCOME_STORIES.completed,
  run: OUTCOME_STORIES.completed.run && {
    ...OUTCOME_STORIES.completed.run,
    promptProblems: [
      { kind: 'base-template-failed', key: null, message: 'The template for the whole prompt failed.' },
    ],
  },
};

test('each state of a chat’s page is accessible, light and dark', thorough({ tag }), async ({ stage }) => {
  test.setTimeout(180_000);
  const { page, chatId } = stage;
  await page.setViewportSize({ width: 280, height: 640 });
  for (const [state, status] of STATES) {
    await showPageStatus(page, chatId, status);
    await expect(page.getByTestId('page-line')).not.toContainText('Reading');
    await expect(page.getByRole('region', { name: 'This chat’s page' })).toHaveCount(
      state === 'connected' ? 0 : 1,
    );
    await expectAccessible(page, state);
  }
});

test('each state of a page is accessible in a panel without a chat', thorough({ tag }), async ({ stage }) => {
  test.setTimeout(180_000);
  const { page } = stage;
  await page.setViewportSize({ width: 280, height: 640 });
  await page.goto(page.url().replace(/\?.*/, ''));
  for (const [state, status] of STATES) {
    if (state === 'connected') continue;
    await showPageStatus(page, null, status);
    await expect(page.getByTestId('page-line')).not.toContainText('Reading');
    await expect(page.locator('.panel-main > .start')).toBeVisible();
    await expectAccessible(page, state);
  }
});

test(
  'the first start is accessible, light and dark',
  thorough({ tag }),
  async ({ stage: { page, chatId } }) => {
    await page.setViewportSize({ width: 280, height: 640 });
    const [connection] = await readTable(page, 'connections');
    await sendCommand(page, { type: 'delete-connection', connectionId: connection?.id });
    await showStory(page, chatId, rowsOf([], null));
    await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
    await expectAccessible(page, 'beside a page that Steward knows');
    await page.goto(page.url().replace(/\?.*/, ''));
    await showPageStatus(page, null, PAGE_STORIES.unknown);
    await expect(page.getByRole('main').getByText('can’t read this page yet')).toBeVisible();
    await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
    await expectAccessible(page, 'beside a page that Steward doesn’t know');
  },
);

test('the settings page is accessible, light and dark', thorough({ tag }), async ({ stage: { page } }) => {
  await page.goto(new URL('options.html', page.url()).href);
  await expect(page.getByRole('button', { name: 'Add alias' })).toBeVisible();
  for (const width of [280, 1_200]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${width} px`);
  }
});

test(
  'banners are accessible, each dismissed or acted on by keyboard',
  thorough({ tag }),
  async ({ stage, endpoint }) => {
    const { page, chatId } = stage;
    await page.setViewportSize({ width: 280, height: 640 });
    await showStory(page, chatId, PROMPT_FAILED);
    endpoint.rotateKey('another-key');
    await showPageStatus(page, chatId, PAGE_STORIES.gone);
    const prompt = page.getByRole('region', { name: 'System prompt' });
    await expect(prompt).toBeVisible();
    await expect(page.getByRole('region', { name: 'This chat’s page' })).toBeVisible();
    const models = page.getByRole('region', { name: 'Model endpoint' });
    await expect(models).toContainText('didn’t accept the key');
    await expectAccessible(page, 'page gone, key refused, and a part of the prompt failed');
    for (const [banner, name] of [
      [models, 'Model endpoint'],
      [prompt, 'System prompt'],
    ] as const) {
      await banner.getByRole('button', { name: `Dismiss: ${name}` }).focus();
      await page.keyboard.press('Enter');
      await expect(banner).toBeHidden();
    }
  },
);

test(
  'the menu, and the pages and folds of sheets, are accessible, light and dark',
  thorough({ tag }),
  async ({ stage }) => {
    test.setTimeout(240_000);
    const { page, chatId } = stage;
    await showStory(page, chatId, EVERYTHING);
    const dialog = page.getByRole('dialog');
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    const check = async (name: string) => {
      await expectAccessible(page, name);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };
    await menuButton(page).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await expectAccessible(page, 'menu');
    await page.keyboard.press('Escape');
    for (const opener of [
      page.locator('.chat-switcher'),
      page.getByRole('button', { name: 'Checkpoints', exact: true }),
      page.getByRole('button', { name: /^Permissions:/ }),
    ]) {
      await opener.click();
      await expect(dialog).toBeVisible();
      await check(`${opener}`);
    }
    for (const [fold, name] of [
      ['Instructions', 'Edit system prompt'],
      ['Expert', 'Show last requests'],
    ] as const) {
      await openChatSettings(page, fold);
      await button(name).click();
      await expect(button('Back')).toBeFocused();
      await check(name);
    }
    await openChatSettings(page, 'Instructions', 'Model', 'Limits', 'Expert');
    await check('This chat');
    await openSettings(
      page,
      'Connections',
      'Model aliases',
      'Sites',
      'Appearance',
      'Notifications',
      'Voice input',
    );
    await check('Settings');
    const help = await openHelp(page, 'Data');
    await check('Data');
    await openHelp(page, 'Report a problem');
    await button('Copy issue text').waitFor();
    await check('Report a problem');
    await openHelp(page, 'Log');
    await help.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Changes of pages' });
    await expect(button('Verify')).toBeVisible();
    await check('Changes');
  },
);

/** The focused element, with its place in the window, and below the top of what scrolls it. */
interface Stop {
  name: string;
  /** The element's number in the list of controls; null for a text that scrolls, which can have the focus, too. */
  control: number | null;
  top: number;
  bottom: number;
  left: number;
  right: number;
  isMarked: boolean;
}

/** The focused element within the part of the panel; null once the focus has left it. */
const focusedIn = (page: Page, part: string): Promise<Stop | null> =>
  page.evaluate((selector) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.closest(selector) === null) return null;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const scroller = element.closest('.conversation')?.querySelector('.conversation-scroller');
    // In Firefox the scroller itself can have the focus. Its place doesn't depend on how far it is scrolled.
    const scrolled = scroller === element ? 0 : (scroller?.scrollTop ?? 0);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const number = element.dataset.walkedControl;
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? element.tagName)
        .trim()
        .slice(0, 40),
      control: number === undefined ? null : Number(number),
      top: top + scrolled,
      bottom: bottom + scrolled,
      left,
      right,
      isMarked: outlineStyle !== 'none' && outlineWidth !== '0px',
    };
  }, part);

/** Numbers the controls of a part that a pointer can use, and returns their names. */
const numberControls = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const controls = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';
    const usable = [...root.querySelectorAll<HTMLElement>(controls)].filter(
      (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
    );
    for (const [index, one] of usable.entries()) one.dataset.walkedControl = String(index);
    return usable.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? one.tagName);
  });

/** The parts of the panel, from top to bottom: the order of the focus follows them. */
const PARTS = ['.panel-header', '.panel-main', '.panel-foot'];

test(
  'Tab goes through the whole panel in visible order, with the focus always to be seen',
  thorough({
    tag,
  }),
  async ({ stage }) => {
    test.setTimeout(120_000);
    const { page, chatId } = stage;
    await page.setViewportSize({ width: 360, height: 640 });
    await showStory(page, chatId, EVERYTHING);
    await expect(page.getByRole('log').getByText('And the audio models?')).toBeVisible();
    await page.locator('.chat-switcher').focus();
    for (const part of PARTS) {
      const controls = await numberControls(page.locator(part));
      expect(controls.length).toBeGreaterThan(3);
      const reached: Stop[] = [];
      for (let stop = await focusedIn(page, part); stop !== null; stop = await focusedIn(page, part)) {
        const before = reached.at(-1);
        reached.push(stop);
        expect(stop.isMarked, `${stop.name} shows the focus`).toBe(true);
        expect(stop.left, stop.name).toBeGreaterThanOrEqual(0);
        expect(stop.right, stop.name).toBeLessThanOrEqual(360);
        // Within a row, what comes next may begin a little higher.
        if (before !== undefined)
          expect(stop.bottom, `${stop.name} after ${before.name}`).toBeGreaterThanOrEqual(before.top);
        expect(reached.length, part).toBeLessThan(3 * controls.length);
        await page.keyboard.press('Tab');
      }
      const numbers = reached.map(({ control }) => control);
      // *Jump to latest* is there only as long as the conversation's end isn't.
      const left = await page
        .locator(`${part} [data-walked-control]:visible`)
        .evaluateAll(
          (all, walked) =>
            (all as HTMLElement[])
              .filter(({ dataset }) => !walked.includes(Number(dataset.walkedControl)))
              .map(({ textContent }) => textContent),
          numbers,
        );
      expect(left).toEqual([]);
    }
  },
);

test('each sheet takes the focus, keeps it, and gives it back', thorough({ tag }), async ({ stage }) => {
  test.setTimeout(120_000);
  const { page, chatId } = stage;
  await showStory(page, chatId, EVERYTHING);
  const dialog = page.getByRole('dialog');
  // From the first and last control the focus may go to the browser's own controls, and never to the panel below.
  const isInPanel = () =>
    page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
  const openers: Locator[] = [
    page.locator('.chat-switcher'),
    page.getByRole('button', { name: 'Checkpoints', exact: true }),
    page.getByRole('button', { name: /^Context and costs/ }),
    page.getByRole('button', { name: /^Permissions:/ }),
  ];
  for (const opener of openers) {
    // The button of the checkpoints is disabled until their number is known.
    await expect(opener).toBeEnabled();
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    for (let step = 0; step < 4; step += 1) {
      expect(await isInPanel()).toBe(false);
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
  // A sheet of the menu gives it to the menu's button, since its entry is gone.
  for (const open of [() => openChatSettings(page), () => openSettings(page)]) {
    await open();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  }
  const entries = page.getByRole('menuitem').and(page.locator('[aria-haspopup=dialog]'));
  const openByKeys = async (index: number) => {
    await page.keyboard.press('Enter');
    await entries.nth(index).focus();
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('Enter');
  await expect(entries.first()).toBeVisible();
  const count = await entries.count();
  expect(count).toBe(4);
  await page.keyboard.press('Escape');
  await expect(menuButton(page)).toBeFocused();
  for (let index = 0; index < count; index += 1) {
    await openByKeys(index);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  }
});
