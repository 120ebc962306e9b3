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
  /** Tab ids by key, as they were read since their last change. Kept because each request to a page needs one. */
  const known = new Map<string, number>();
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'session') for (const key of Object.keys(changes)) known.delete(key);
  });

  return {
    async tabOf(chatId) {
      const key = PREFIX + chatId;
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const stored = await browser.storage.session.get(key);
      const parsed = tabIdSchema.safeParse(stored[key]);
      if (!parsed.success) return null;
      known.set(key, parsed.data);
      return parsed.data;
    },
    async bind(chatId, tabId) {
      known.delete(PREFIX + chatId);
      await browser.storage.session.set({ [PREFIX + chatId]: tabId });
    },
    async unbind(chatId) {
      known.delete(PREFIX + chatId);
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
