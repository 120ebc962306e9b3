import { browser } from 'wxt/browser';
import { isPanelNotice } from '@/src/messages/panel-notice';
import type { TaskTools } from '@/src/panel/kit/progress/use-task';

/** Reports, while a command on all data runs, how many of its chats the background has done. */
export async function countingChats<Value>(
  { onChats }: TaskTools,
  work: () => Promise<Value>,
): Promise<Value> {
  const onMessage = (message: unknown, sender: { id?: string | undefined; tab?: unknown }): undefined => {
    if (!isPanelNotice(message, sender, browser.runtime.id)) return;
    const { notice } = message;
    if (notice.type === 'chats-done') onChats(notice.done, notice.total);
  };
  browser.runtime.onMessage.addListener(onMessage);
  try {
    return await work();
  } finally {
    browser.runtime.onMessage.removeListener(onMessage);
  }
}
