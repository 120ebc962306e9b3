import { browserClosed } from '@/tests/drive/browser-closed';
import { openFilterPage } from '@/tests/drive/filter-page';
import { createPanel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import type { DemoPlayground } from './start-demo-playground';

/** Prepares a visible browser for the user. Resolves when they close it. */
export async function showHandsOn(
  browser: StewardBrowser,
  playground: DemoPlayground,
  print: (line: string) => void,
): Promise<void> {
  const closed = browserClosed(browser.context);
  const [page = await browser.context.newPage()] = browser.context.pages();
  const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
  await filterPage.chooseProvider('openai');
  const sidePanel = await browser.openSidePanel(page);
  const panel = createPanel(sidePanel.page);
  await panel.connect(`${playground.url}/v1`, playground.apiKey);
  await panel.chooseModel('demo/assistant');
  await sidePanel.release();
  print(`
Steward is open beside the model filter at ${playground.url}. Try in the panel:

  Block preview models
  Why is o1-preview hidden?
  Save the changes              (waits until you approve it)
  then Checkpoints, and take any of it back

demo/assistant is a rule-based stand-in for a model. To use a real one: Connection, in the panel.
The proxy’s key is ${playground.apiKey}; its saved rules are in demo-output/playground.env.
Close the browser to end the demo.`);
  await closed;
}
