import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { i18n } from '@/src/texts/i18n';

/** The id of the panel's window. Rejects with `page-gone` if the browser doesn't provide it. */
export async function currentWindowId(): Promise<number> {
  const { id } = await browser.windows.getCurrent();
  if (id === undefined) {
    throw new StewardError('page-gone', i18n.t('link.noWindow.message'), {
      remedy: i18n.t('link.noWindow.remedy'),
    });
  }
  return id;
}
