/// <reference types="chrome" />
import type { Page } from '@playwright/test';
import type { PageStatus } from '@/src/messages/page-status';

/**
 * Loads the panel's page with another status of the page than the real one. Everything else comes from the background.
 * `chatId`: null for a panel without a chat.
 */
export async function showPageStatus(page: Page, chatId: string | null, status: PageStatus): Promise<void> {
  await page.addInitScript(replaceStatus, { chatId, status });
  await page.reload();
}

/** Runs in the page, before its own scripts. A later one replaces the status of an earlier one. */
function replaceStatus({ chatId, status }: { chatId: string | null; status: PageStatus }): void {
  const replace = () => {
    // The product uses the first of these that there is.
    const { runtime } = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
    const own = runtime as typeof runtime & {
      realSend?: typeof runtime.sendMessage;
      realConnect?: typeof runtime.connect;
    };
    own.realSend ??= runtime.sendMessage.bind(runtime);
    own.realConnect ??= runtime.connect.bind(runtime);
    const { realSend, realConnect } = own;
    const isAttaching = (message: unknown) => /"type":"attach(-detached)?"/.test(JSON.stringify(message));
    const send = async (message: unknown) =>
      isAttaching(message) ? { ok: true, value: { chatId, page: status } } : realSend(message);
    const connect = (info: chrome.runtime.ConnectInfo) => {
      const port = realConnect(info);
      const { addListener } = port.onMessage;
      const add = (listener: (message: unknown, port: chrome.runtime.Port) => void) =>
        addListener.call(port.onMessage, (message: { type?: string }) =>
          listener(message.type === 'page' ? { ...message, page: status } : message, port),
        );
      Object.assign(port.onMessage, { addListener: add });
      return port;
    };
    Object.assign(runtime, { sendMessage: send, connect });
  };
  // Firefox adds the extension's API after this script. The panel's modules run only once the document is complete.
  document.addEventListener('readystatechange', replace, { once: true });
}
