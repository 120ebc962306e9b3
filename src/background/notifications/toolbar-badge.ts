import { browser } from 'wxt/browser';
import { i18n } from '@/src/texts/i18n';

/** Shows on the toolbar button how many chats wait for the user. */
export interface ToolbarBadge {
  show(waiting: number): Promise<void>;
}

/** Amber with a text readable in both themes: the browser draws the badge and ignores themes. */
const BADGE_COLOR = '#f0b43c';
const BADGE_TEXT_COLOR = '#1d2122';

/** The badge fits about four characters. */
const MAX_SHOWN = 99;

export function createToolbarBadge(): ToolbarBadge {
  return {
    async show(waiting) {
      const { text, title } = badgeOf(waiting);
      const { action } = browser;
      await Promise.all([
        action.setBadgeBackgroundColor({ color: BADGE_COLOR }),
        action.setBadgeTextColor({ color: BADGE_TEXT_COLOR }),
        action.setTitle({ title }),
        action.setBadgeText({ text }),
      ]);
    },
  };
}

/** The badge’s text and the button’s title for a number of chats. */
export function badgeOf(waiting: number): { text: string; title: string } {
  if (waiting === 0) return { text: '', title: i18n.t('manifest.openBesidePage') };
  return {
    text: waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : String(waiting),
    title: i18n.t('notifications.badge.waiting', waiting, [waiting]),
  };
}
