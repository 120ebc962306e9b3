import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';

/** The id of the panel's window. Rejects with `page-gone` if the browser has none. */
export async function currentWindowId(): Promise<number> {
  const { id } = await browser.windows.getCurrent();
  if (id === undefined) {
    throw textError('page-gone', 'link.noWindow.message', { remedy: 'link.noWindow.remedy' });
  }
  return id;
}
