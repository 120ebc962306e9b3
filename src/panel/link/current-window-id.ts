import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';

/** The window that this panel belongs to. Rejects with `page-gone` where the browser doesn't say. */
export async function currentWindowId(): Promise<number> {
  const { id } = await browser.windows.getCurrent();
  if (id === undefined) {
    throw new StewardError('page-gone', 'The browser does not say which window this panel belongs to.', {
      remedy: 'Close the panel and open it again.',
    });
  }
  return id;
}
