import type { Page } from '@playwright/test';
import { detachedSearch } from '@/src/messages/detached-panel';
import { readTable } from './read-table';
import { test as base, expect, listenTo } from './strict-test';

/** The panel in a tab of its own, where a story can be shown in any size. */
export interface StoryStage {
  page: Page;
  /** The chat whose rows a story replaces. Its page is the filter page. */
  chatId: string;
}

export const test = base.extend<{ stage: StoryStage }>({
  stage: async ({ startedChat, steward, consoleErrors }, use) => {
    const { panel } = startedChat;
    const [chat] = await readTable(panel.page, 'chats');
    const chatId = String(chat?.id);
    const page = await steward.context.newPage();
    // Chromium's window can't get narrower than about 800 px beside the side panel, and draws a page in a smaller viewport once a second.
    await panel.close();
    await listenTo(page, consoleErrors);
    const search = detachedSearch({ chatId, place: 'tab' });
    await page.goto(steward.extensionUrl(`sidepanel.html${search}`));
    // Waits until the panel has loaded its parts: a story may navigate next, and imports that are not complete would fail.
    await expect(page.getByText('Here I am.')).toBeVisible();
    await use({ page, chatId });
    await page.close();
  },
});

export { expect };
