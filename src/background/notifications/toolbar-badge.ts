import { browser } from 'wxt/browser';
import type { Wording } from '@/src/core/text/wording';
import { say } from '@/src/schema/values/said';

/** Shows the number of chats that wait for the user on the toolbar button; if none waits, that of watched pages with unread news. */
export interface ToolbarBadge {
  show(waiting: number, changed: number): Promise<void>;
}

/** Amber with a text colour that is readable in both themes: the browser draws the badge the same in all themes. */
const BADGE_COLOR = '#f0b43c';
const BADGE_TEXT_COLOR = '#1d2122';

/** Largest number shown; the badge fits about four characters. */
const MAX_SHOWN = 99;

/** `wording`: the words of the user's language. */
export function createToolbarBadge(wording: () => Promise<Wording>): ToolbarBadge {
  return {
    async show(waiting, changed) {
      const { text, title } = badgeOf(waiting, changed, await wording());
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

/** The badge’s text and the button’s title for a number of waiting chats, and of watched pages that changed. */
export function badgeOf(waiting: number, changed: number, wording: Wording): { text: string; title: string } {
  const count = waiting === 0 ? changed : waiting;
  if (count === 0) return { text: '', title: wording.text(say('manifest.openBesidePage')) };
  const title = waiting === 0 ? 'notifications.badge.changed' : 'notifications.badge.waiting';
  return {
    text: count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count),
    title: wording.text(say(title, { count })),
  };
}
