import { browser } from 'wxt/browser';
import { readTheme, THEME_KEY, type Theme } from '@/src/core/records/theme';
import { stored } from './storage-error';

/** The theme of all panels, which read and set it themselves. Rejects with `storage`. */
export const storedTheme = {
  read: async (): Promise<Theme> =>
    readTheme((await stored(() => browser.storage.local.get(THEME_KEY)))[THEME_KEY]),
  set: (theme: Theme): Promise<void> => stored(() => browser.storage.local.set({ [THEME_KEY]: theme })),
};
