import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import type { TestPlayground } from '@/tests/fakes/test-playground';
import { findPage } from './find-page';

/** A second window of the browser, with the filter page and the real panel next to it. */
interface SecondWindow {
  filterPage: FilterPage;
  panel: Panel;
  /** Disconnects from the panel and leaves it open. */
  release(): Promise<void>;
}

/** Opens the filter page in a new window, clicks Steward's toolbar button there, and signs in. */
export async function openSecondWindow(
  browser: StewardBrowser,
  playground: Pick<TestPlayground, 'url' | 'apiKey'>,
): Promise<SecondWindow> {
  // The click finds its tab by the URL, which no other tab may show.
  const url = `${playground.url}/?second`;
  const page = await browser.openWindow(url);
  await browser.triggerAction(url);
  const { page: document, release } = await browser.reachSecondSidePanel();
  const panel = createPanel(document);
  const filterPage = await openFilterPage(page, url, playground.apiKey);
  await filterPage.chooseProvider('openai');
  await findPage(panel, 'openai');
  return { filterPage, panel, release };
}
