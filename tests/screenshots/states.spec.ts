import type { Locator, Page } from '@playwright/test';
import { createPanelIn, type Panel } from '@/tests/drive/panel';
import type { Words } from '@/tests/drive/words';
import {
  calls,
  callsAll,
  fallsSilentAfter,
  inTurn,
  respondsWith,
  says,
  thinksUntil,
} from '@/tests/fakes/chat-answers';
import { RUN_STORIES } from '@/tests/panel/stories/run-stories';
import { gate } from '../e2e/gate';
import {
  firstStates,
  type PanelStates,
  settingsPageStates,
  sheetStates,
  storedStates,
  typedStates,
} from '../e2e/panel-states';
import { showLanguage } from '../e2e/show-language';
import { showStory } from '../e2e/show-story';
import { test as base, expect } from '../e2e/story-stage';

/** Tests with the panel of the stage, in the language of their Playwright project. */
const test = base.extend<{ words: Words; panel: Panel }>({
  words: async ({ stage: { page } }, use, { project: { name: language } }) => {
    await use(await showLanguage(page, language));
  },
  panel: ({ stage: { page }, words }, use) => use(createPanelIn(page, words)),
});

/** Sizes in CSS pixels. `zoom-200`: a panel of 360 × 640 at 200 %. */
const SIZES = {
  '360': { width: 360, height: 640 },
  '280': { width: 280, height: 640 },
  // The default width of Firefox's sidebar.
  '252': { width: 252, height: 480 },
  // The width that Firefox’s sidebar can be narrowed to.
  '240': { width: 240, height: 640 },
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
  'save-approval',
  'save-result',
  'save-undo',
  'error',
  'banners',
  'menu',
  'slash',
  'mentions',
  'chats',
  'checkpoints',
  'rollback-confirm',
  'settings',
  'policy',
  'costs',
  'chat-3',
]);

/** Takes a picture of the state in its sizes, light and dark; `inView` is scrolled into the panel for each. */
async function take(page: Page, name: string, inView?: Locator): Promise<void> {
  const sizes = Object.entries(SIZES).filter(([size]) => size === '360' || MAIN.has(name));
  for (const [size, viewport] of sizes) {
    await page.setViewportSize(viewport);
    await inView?.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = `artifacts/screenshots/${test.info().project.name}/${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path, animations: 'disabled', caret: 'initial' });
    }
  }
  await page.setViewportSize(SIZES['360']);
}

const SEQUENCES: Readonly<Record<string, PanelStates>> = {
  'stored states': storedStates,
  'sheets and the menu': sheetStates,
  'finding a text, and the lists below the message field': typedStates,
  'the first start, beside a page that Steward knows and one that it doesn’t': firstStates,
  'the settings page': settingsPageStates,
};

for (const [title, states] of Object.entries(SEQUENCES)) {
  test(title, async ({ stage, words }) => {
    for await (const { name, about } of states(stage, words)) await take(stage.page, name, about);
  });
}

test('banners', async ({ stage: { page, chatId }, words, filterPage }) => {
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
  await expect(page.getByRole('region', { name: words('errors.page.label') })).toBeVisible();
  await expect(page.getByRole('region', { name: words('errors.prompt.label') })).toBeVisible();
  await take(page, 'banners');
});

test('checkpoints, and a rollback to confirm', async ({ stage: { page }, words, endpoint, panel }) => {
  for (const pattern of ['*-preview*', '*audio*']) {
    endpoint.behave(inTurn(calls('add_ignore_rule', JSON.stringify({ pattern })), says('Done.')));
    await panel.ask(`Hide ${pattern}`);
    await panel.finished();
  }
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, 'chats');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words('header.title.checkpoints') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio')).toHaveCount(4);
  await take(page, 'checkpoints');
  await page.getByRole('radio', { name: /-preview/ }).check();
  await expect(
    page.getByRole('button', { name: words('checkpoints.sheet.rollBack'), exact: true }),
  ).toBeEnabled();
  await take(page, 'rollback-confirm');
});

test('approval, result and undo of a save', async ({ stage: { page }, endpoint, panel }) => {
  const rule = (pattern: string): [string, string] => ['add_ignore_rule', JSON.stringify({ pattern })];
  endpoint.behave(
    inTurn(callsAll(rule('*-preview*'), rule('*turbo*')), calls('save_changes', '{}'), says('Done.')),
  );
  await panel.ask('Hide the previews and the turbo models, and save');
  await expect(panel.approval.locator('.primary[aria-disabled="false"]')).toBeVisible();
  await take(page, 'save-approval');
  await panel.approve();
  await panel.finished();
  await take(page, 'save-result', panel.toolCards('save_changes'));
  await page.locator('.inline-reversal').getByRole('button').click();
  const preview = page.locator('.reversal-card');
  await expect(preview.locator('button.primary:enabled')).toBeVisible();
  await take(page, 'save-undo', preview);
});

test('live states', async ({ stage: { page }, words, endpoint, panel }) => {
  const done = gate();
  endpoint.behave(thinksUntil(done.opened, says('Five.')));
  await panel.ask('Which models are hidden?');
  await expect(page.getByText(words('conversation.thinking.now')).first()).toBeVisible();
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
  await expect(panel.page.getByText(/Trying again in/).first()).toBeVisible();
  await take(page, 'retrying');
  await panel.stop();
});
