import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';

/** The id of the panel's window. Rejects with `page-gone` if the browser doesn't provide it. */
export async function currentWindowId(): Promise<number> {
  const { id } = await browser.windows.getCurrent();
  if (id === undefined) {
    throw new StewardError('page-gone', 'The browser does not say which window this panel belongs to.', {
      remedy: 'Close the panel and open it again.',
    });
  }
  return id;
}
