import { APPROVE } from '@/tests/drive/approve-button';
import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import { menuButton, settingsSheet } from '@/tests/drive/menu';
import { createPanel } from '@/tests/drive/panel';
import { type RealUser, startRealUser } from '@/tests/drive/real-input/real-user';
import { whyNoRealInput } from '@/tests/drive/real-input/why-no-real-input';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { productionBuild } from '@/tests/project/production-build';
import { expectNothingLeft } from './expect-nothing-left';
import { onlyIn } from './only-in';
import { test as base, expect, listenTo } from './strict-test';
import { thorough } from './thorough';

const obstacle = whyNoRealInput();
base.skip(obstacle !== null, obstacle ?? '');

const test = base.extend<{ user: RealUser }, { extension: string }>({
  // The build for stories has the permission that a user is asked for.
  extension: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const build = await productionBuild('firefox');
      await use(build.path);
      await build.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  user: async ({ extension }, use) => {
    const user = await startRealUser(extension);
    try {
      await use(user);
    } finally {
      await user.leave();
    }
    await expectNothingLeft(user.browser.folder);
  },

  steward: ({ user }, use) => use(user.browser),
});

test(
  'with mouse and keyboard alone, a user gets from the toolbar button to an approved change',
  onlyIn(
    'firefox',
    'Firefox’s remote control gives each part the focus that it needs, which hides where a user’s click leaves it.',
    thorough({ tag: '@real-input' }),
  ),
  async ({ user, filterPage, endpoint, playground, consoleErrors }) => {
    await user.click(filterPage.searchBox);
    await user.clickToolbarButton();
    const { page } = await user.browser.reachSidePanel();
    listenTo(page, consoleErrors);
    const panel = createPanel(page);
    await expect(panel.pageLine).toContainText('Model filter');

    // Firefox leaves the keyboard with the page, until the keys that the panel names.
    await user.type('mini');
    await expect(filterPage.searchBox).toHaveValue('mini');
    await expect(page.getByText('press Shift+F6')).toBeVisible();
    await user.press('shift+F6');
    const { baseUrl, apiKey } = createConnectionSheet(page);
    await expect(baseUrl).toBeFocused();
    await user.type(endpoint.baseUrl);
    await user.press('Tab');
    await expect(apiKey).toBeFocused();
    await user.type(endpoint.apiKey);
    await user.press('Return');
    await expect.poll(user.promptText).toContain('127.0.0.1');
    await user.acceptPrompt();
    // A closed prompt of Firefox leaves the keyboard with no document.
    await user.click(panel.message);

    const entries = page.getByRole('menuitem');
    for (const close of [() => user.press('Escape'), () => user.click(menuButton(page))]) {
      await user.click(menuButton(page));
      await expect(entries.first()).toBeVisible();
      // Shows that the menu stays open.
      await user.press('Down');
      await expect(entries.first()).toBeFocused();
      await close();
      await expect(entries).toHaveCount(0);
    }
    await user.click(menuButton(page));
    await user.click(entries.filter({ hasText: 'Settings' }));
    await expect(settingsSheet(page)).toBeVisible();
    await user.press('Escape');
    await expect(menuButton(page)).toBeFocused();

    endpoint.behave(
      inTurn(calls('add_ignore_rule', '{"pattern":"*mini*"}'), calls('save_changes', '{}'), says('Saved.')),
    );
    await user.click(filterPage.searchBox);
    await user.press('shift+F6');
    await expect(panel.message).toBeFocused();
    await user.type('Hide the minis, and save');
    await user.press('Return');
    await expect(panel.approval.getByRole('button', { name: APPROVE, disabled: false })).toBeVisible();
    // The card leaves the keyboard with the message field. Its last control is directly before that.
    await user.press('shift+Tab');
    await expect(panel.approval.getByRole('button', { name: 'Refuse…' })).toBeFocused();
    await user.press('ctrl+Return');
    await panel.answered('Saved.');
    await expect(filterPage.ignoreRule('*mini*')).toBeVisible();
    expect(await playground.readEnvFile()).toContain('*mini*');
  },
);
