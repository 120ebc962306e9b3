import { browserClosed } from '@/tests/drive/browser-closed';
import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel } from '@/tests/drive/panel';
import { productNamed } from '@/tests/drive/products';
import type { BrowserProduct, ProductName, StewardBrowser } from '@/tests/drive/steward-browser';
import { BROWSERS, setUpBrowser } from '../given-browser';
import { parseCommandLine } from '../parse-command-line.mjs';
import { type Closers, createClosers } from './closers';
import { createReport, DifferenceError } from './report';
import { showTour } from './show-tour';
import { type DemoPlayground, emptyOutput, startDemoPlayground } from './start-demo-playground';

const HELP = `Usage: npm run demo -- [--browser BROWSER] [--headless]

Starts a playground and a browser with Steward in it. On a screen the browser is yours until you close it.
BROWSER is ${BROWSERS.join(' or ')}; without --browser it is ${BROWSERS[0]}.
With --headless, or without a screen, it is a guided tour that checks each of its steps and leaves pictures
in demo-output/.
`;

/** Runs `npm run demo` with these arguments: prepares the checkout, then runs the demo. Resolves with the exit code. */
export async function demo(args: string[]): Promise<number> {
  const options = { headless: { type: 'boolean', default: false }, browser: { type: 'string' } } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  return runDemo({
    headless: given.values.headless,
    browser: await setUpBrowser(given.values.browser, HELP),
  });
}

/**
 * Runs the demo: a browser for the user, or the tour if `headless` or if there is no screen. Resolves with the exit
 * code: 0 if everything was as expected, 1 at the first difference, 130 or 143 after a signal. Always cleans up
 * browser, playground and profile.
 */
export async function runDemo({
  headless,
  browser,
}: {
  headless: boolean;
  browser: ProductName;
}): Promise<number> {
  const closers = createClosers();
  let stop = (_exitCode: number): void => {};
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  const onInterrupt = () => stop(130);
  const onTerminate = () => stop(143);
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  try {
    const product = productNamed(browser);
    return await Promise.race([show(product, headless || !hasScreen(), closers), stopped]);
  } catch (error) {
    if (error instanceof DifferenceError) console.error(`\nThe demo stopped: ${error.message}`);
    else console.error('\nThe demo stopped, because a step could not be carried out:', error);
    return 1;
  } finally {
    await closers.closeAll();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
  }
}

async function show(product: BrowserProduct, headless: boolean, closers: Closers): Promise<number> {
  emptyOutput();
  const starting = startDemoPlayground();
  closers.add(async () => (await starting).close());
  const playground = await starting;
  const launching = launchBrowser(product, {
    extension: product.playgroundExtension,
    headless,
    pageSize: { width: 1200, height: 800 },
  });
  closers.add(async () => (await launching).close());
  const browser = await launching;
  if (headless) await showTour(browser, playground, createReport(console.log));
  else await showHandsOn(browser, playground);
  return 0;
}

/** Prepares a visible browser for the user. Resolves when they close it. */
async function showHandsOn(browser: StewardBrowser, { url, apiKey }: DemoPlayground): Promise<void> {
  const closed = browserClosed(browser.context);
  const [page = await browser.context.newPage()] = browser.context.pages();
  const filterPage = await openFilterPage(page, url, apiKey);
  await filterPage.chooseProvider('openai');
  const sidePanel = await browser.openSidePanel(page);
  const panel = createPanel(sidePanel.page);
  await panel.connect(`${url}/v1`, apiKey);
  await panel.chooseModel('demo/assistant');
  await sidePanel.release();
  console.log(`
Steward is open beside the model filter at ${url}. Try in the panel:

  Block preview models
  Why is o1-preview hidden?
  Save the changes              (waits until you approve it)
  then Checkpoints, and take any of it back

demo/assistant is a rule-based stand-in for a model. To use a real one: Connection, in the panel.
The proxy’s key is ${apiKey}; its saved rules are in demo-output/playground.env.
Close the browser to end the demo.`);
  await closed;
}

function hasScreen(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some((name) => name !== undefined && name !== '');
}
