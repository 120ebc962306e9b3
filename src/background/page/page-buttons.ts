import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import type { Sites } from '../sites/sites';
import { requestFromPage } from './page-messenger';

/** Time limit for a page's answer, in milliseconds. */
const ANSWER_LIMIT_MS = 1_000;

/**
 * Shows the button that opens Steward in the open pages where Steward is on, and removes it from the others. A page that is
 * loaded later shows it by itself, since its content script is only there while Steward is on. Never rejects: failures are
 * logged.
 */
export function updatePageButtons(sites: Pick<Sites, 'admit'>): Promise<void> {
  return update(sites).catch((error) => console.error('the buttons in pages could not be updated', error));
}

async function update({ admit }: Pick<Sites, 'admit'>): Promise<void> {
  // The error explains missing access to a user who needs the page. Here the button is just not shown.
  const isAdmitted = (tabId: number, url: string) =>
    admit(tabId, url).then(
      () => true,
      () => false,
    );
  const tabs = await browser.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id, url }) => {
      if (id === undefined) return;
      // The browser hides the address of a page that Steward may not access.
      const isShown = url !== undefined && (await isAdmitted(id, url));
      const limit = { limitMs: ANSWER_LIMIT_MS, signal: undefined, graceMs: 0 };
      await requestFromPage({ tabId: id, documentId: null }, { type: 'page-button', isShown }, limit).catch(
        (error: unknown) => {
          // Most tabs have no content script, or it was orphaned by an update: there is no button either.
          if (!(error instanceof StewardError && error.code === 'page-gone')) throw error;
        },
      );
    }),
  );
}
