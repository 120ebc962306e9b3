import type { ChangeProgress } from '@/src/core/records/change-progress';
import { PANEL_CHANNEL } from './channels';

/** Notice to every open panel: Steward may have gained or lost access to pages, so panels attach again; or work on all data advances. */
export interface PanelNotice {
  channel: typeof PANEL_CHANNEL;
  /**
   * `toolbar-click`: the user clicked the toolbar button for the page in front of this window, or the page's own button.
   * `againAtMs` is the time of a click on the toolbar button beside a page for which Steward was on already, null otherwise.
   * `sites-changed`: panels without a page attach again. `progressed`: the progress of the reversal in a chat; with null in
   * place of the chat, the number of chats that a restore or a check of all data has done.
   */
  notice:
    | { type: 'toolbar-click'; windowId: number; againAtMs: number | null }
    | { type: 'sites-changed' }
    | ({ type: 'progressed'; chatId: string | null } & ChangeProgress);
}

/** True for such a notice. Only the background sends them; unlike a content script, it has no tab. */
export function isPanelNotice(
  message: unknown,
  sender: { id?: string | undefined; tab?: unknown },
  extensionId: string,
): message is PanelNotice {
  return (
    typeof message === 'object' &&
    message !== null &&
    'channel' in message &&
    message.channel === PANEL_CHANNEL &&
    sender.id === extensionId &&
    sender.tab === undefined
  );
}
