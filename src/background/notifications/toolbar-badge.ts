import { browser } from 'wxt/browser';

/** What the toolbar button says of what waits for the user. */
export interface ToolbarBadge {
  show(waiting: number): Promise<void>;
}

/** Amber, and what is readable on it in both themes: the badge is the browser’s, and knows no theme. */
const BADGE_COLOR = '#f0b43c';
const BADGE_TEXT_COLOR = '#1d2122';

/** The button’s badge holds about four characters. */
const MAX_SHOWN = 99;

const TITLE = 'Open Steward beside this page';

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

/** The badge’s text and the button’s title for so many questions. */
export function badgeOf(waiting: number): { text: string; title: string } {
  if (waiting === 0) return { text: '', title: TITLE };
  const words = waiting === 1 ? '1 approval waits for you' : `${waiting} approvals wait for you`;
  return { text: waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : String(waiting), title: `${TITLE} — ${words}` };
}
