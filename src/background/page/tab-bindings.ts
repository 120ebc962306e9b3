import { browser } from 'wxt/browser';
import { z } from 'zod';

const PREFIX = 'tab-of-chat:';
const tabIdSchema = z.number().int();

/**
 * The tab of each chat's page. Stored for the browser session: longer than the worker lives, and as long as
 * tab ids are valid.
 */
export interface TabBindings {
  tabOf(chatId: string): Promise<number | null>;
  bind(chatId: string, tabId: number): Promise<void>;
  unbind(chatId: string): Promise<void>;
  chatsOf(tabId: number): Promise<string[]>;
}

export function createTabBindings(): TabBindings {
  return {
    async tabOf(chatId) {
      const stored = await browser.storage.session.get(PREFIX + chatId);
      const parsed = tabIdSchema.safeParse(stored[PREFIX + chatId]);
      return parsed.success ? parsed.data : null;
    },
    async bind(chatId, tabId) {
      await browser.storage.session.set({ [PREFIX + chatId]: tabId });
    },
    async unbind(chatId) {
      await browser.storage.session.remove(PREFIX + chatId);
    },
    async chatsOf(tabId) {
      const stored = await browser.storage.session.get(null);
      return Object.entries(stored).flatMap(([key, value]) =>
        key.startsWith(PREFIX) && value === tabId ? [key.slice(PREFIX.length)] : [],
      );
    },
  };
}
