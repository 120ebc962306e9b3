import { browser } from 'wxt/browser';

/** Removes what is stored about a chat for the browser's session: its tab, and changes that its page lost. */
export async function forgetInSession(chatId: string): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get(null));
  await browser.storage.session.remove(keys.filter((key) => key.endsWith(`:${chatId}`)));
}
