import { browser } from 'wxt/browser';
import type { Wording } from '@/src/core/text/wording';
import { say } from '@/src/schema/values/said';

/** Shows the number of chats that wait for the user on the toolbar button. */
export interface ToolbarBadge {
  show(waiting: number): Promise<void>;
}

/** Amber with a text colour that is readable in both themes: the browser draws the badge the same in all themes. */
const BADGE_COLOR = '#f0b43c';
const BADGE_TEXT_COLOR = '#1d2122';

/** Largest number shown; the badge fits about four characters. */
const MAX_SHOWN = 99;

/** `wording`: the words of the user's language. */
export function createToolbarBadge(wording: () => Promise<Wording>): ToolbarBadge {
  return {
    async show(waiting) {
      const { text, title } = badgeOf(waiting, await wording());
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

/** The badge’s text and the button’s title for a number of waiting chats. */
export function badgeOf(waiting: number, wording: Wording): { text: string; title: string } {
  if (waiting === 0) return { text: '', title: wording.text(say('manifest.openBesidePage')) };
  return {
    text: waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : String(waiting),
    title: wording.text(say('notifications.badge.waiting', { count: waiting })),
  };
}
