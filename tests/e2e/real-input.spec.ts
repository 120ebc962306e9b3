import { APPROVE } from '@/tests/drive/approve-button';
import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import { menuButton, settingsSheet } from '@/tests/drive/menu';
import { createPanel } from '@/tests/drive/panel';
import { type RealUser, startRealUser } from '@/tests/drive/real-input/real-user';
import { whyNoRealInput } from '@/tests/drive/real-input/why-no-real-input';
import { welcomePage } from '@/tests/drive/welcome-page';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { productionBuild } from '@/tests/project/production-build';
import { expectNothingLeft } from './expect-nothing-left';
import { onlyIn } from './only-in';
import { test as base, expect, listenTo } from './strict-test';
import { thorough } from './thorough';

const obstacle = whyNoRealInput();
base.skip(obstacle !== null, obstacle ?? '');

const test = base.extend<{ user: RealUser }, { extension: string }>({
  // The production build: the build for stories already has the permission that the browser asks for.
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
      await (await welcomePage(user.browser)).close();
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
    await listenTo(page, consoleErrors);
    const panel = createPanel(page);
    await expect(panel.pageLine).toContainText('Model filter');

    // After the click the page still has the keyboard. The panel says which keys bring it into the panel.
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
    // After Firefox closes its prompt, neither the page nor the panel has the keyboard.
    await user.click(panel.message);

    const entries = page.getByRole('menuitem');
    for (const close of [() => user.press('Escape'), () => user.click(menuButton(page))]) {
      await user.click(menuButton(page));
      await expect(entries.first()).toBeVisible();
      // Works only if the menu stayed open.
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
    // The message field keeps the focus when the card appears. The card's last control comes right before it.
    await user.press('shift+Tab');
    await expect(panel.approval.getByRole('button', { name: 'Refuse…' })).toBeFocused();
    await user.press('ctrl+Return');
    await panel.answered('Saved.');
    await expect(filterPage.ignoreRule('*mini*')).toBeVisible();
    expect(await playground.readEnvFile()).toContain('*mini*');
  },
);
