import { browser } from 'wxt/browser';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { isPanelNotice } from '@/src/messages/panel-notice';

/** Reports the background's progress while a command works: on a reversal in this chat, or on all data for null. */
export async function withProgress<Value>(
  chatId: string | null,
  report: (progress: ChangeProgress) => void,
  work: () => Promise<Value>,
): Promise<Value> {
  const onMessage = (message: unknown, sender: Parameters<typeof isPanelNotice>[1]): undefined => {
    if (!isPanelNotice(message, sender, browser.runtime.id)) return;
    const { notice } = message;
    if (notice.type === 'progressed' && notice.chatId === chatId) report(notice);
  };
  browser.runtime.onMessage.addListener(onMessage);
  try {
    return await work();
  } finally {
    browser.runtime.onMessage.removeListener(onMessage);
  }
}
