import { PANEL_CHANNEL } from './channels';

/** What the background tells every open panel: it may see more or less than before, so look again. */
export interface PanelNotice {
  channel: typeof PANEL_CHANNEL;
  /** `toolbar-click`: the user asks for the page in front of this window. `sites-changed`: whoever has no page looks. */
  notice: { type: 'toolbar-click'; windowId: number } | { type: 'sites-changed' };
}

/** Whether a message is such a notice. Only the background sends them: it runs in no tab, as content scripts do. */
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
