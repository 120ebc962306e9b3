import { browserClosed } from '@/tests/drive/browser-closed';
import { createCamera } from '@/tests/drive/camera';
import { type ModelCounts, openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { listModelIds } from '@/tests/drive/list-model-ids';
import { createPanel } from '@/tests/drive/panel';
import { productNamed } from '@/tests/drive/products';
import type { BrowserProduct, ProductName, StewardBrowser } from '@/tests/drive/steward-browser';
import { BROWSERS, setUpBrowser } from '../given-browser';
import { parseCommandLine } from '../parse-command-line.mjs';
import { type Closers, createClosers } from './closers';
import { createReport, DifferenceError, type Report } from './report';
import {
  type DemoPlayground,
  emptyOutput,
  OUTPUT_FOLDER,
  startDemoPlayground,
} from './start-demo-playground';

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

const PROVIDER = 'openai';

/**
 * Shows Steward's main workflow and verifies each step independently of Steward: with the page's own text and state,
 * the file of saved rules, and the proxy's answers. Throws DifferenceError at the first difference.
 */
async function showTour(
  browser: StewardBrowser,
  playground: DemoPlayground,
  { step, note, found }: Report,
): Promise<void> {
  const { url, apiKey } = playground;
  const file = () => playground.readEnvFile();
  const clientIds = () => listModelIds(`${url}/v1`, apiKey);
  const counts = async () => inWords(await filterPage.counts());

  step('The filter page of a proxy, and the side panel beside it');
  const [page = await browser.context.newPage()] = browser.context.pages();
  const filterPage = await openFilterPage(page, url, apiKey);
  await filterPage.chooseProvider(PROVIDER);
  const idsBefore = await clientIds();
  const ofProvider = idsBefore.filter((id) => id.startsWith(`${PROVIDER}/`));
  const models = ofProvider.length;
  note(`clients of the proxy see ${idsBefore.length} models (GET /v1/models)`);
  found(`the page, at ${PROVIDER}`, await counts(), inWords({ models, visible: models, hidden: 0 }));
  const sidePanel = await browser.openSidePanel(page);
  const panel = createPanel(sidePanel.page);
  await panel.connect(`${url}/v1`, apiKey);
  await panel.chooseModel('demo/assistant');
  note(`Steward is connected to ${url}/v1 and uses demo/assistant`);
  found('models that the panel offers', (await panel.modelIds()).length, idsBefore.length);
  const camera = createCamera(OUTPUT_FOLDER, page, sidePanel);
  await camera.page('filter-page');
  await camera.panel('connected');

  const previews = ofProvider.filter((id) => id.includes('-preview'));
  const hidden = previews.length;
  /** Verifies that the proxy's clients see all models except the previews, which the saved rules hide. */
  const checkClients = async (what: string) => {
    const ids = await clientIds();
    found(`${what} (GET /v1/models)`, ids.length, idsBefore.length - hidden);
    const gone = idsBefore.filter((id) => !ids.includes(id));
    found('models that are gone for them', gone, previews);
  };
  const rulesBefore = await filterPage.readRestorableState();
  const fileBefore = file();
  step('“Block preview models”');
  await panel.ask('Block preview models');
  await panel.finished();
  const { drafts } = await filterPage.readState();
  const rules = drafts[PROVIDER]?.ignore;
  note(`the page’s rule: ${rules?.join(', ')}`);
  found('the page now', await counts(), inWords({ models, visible: models - hidden, hidden }));
  found('“Unsaved changes” on the page', await filterPage.unsavedMark.isVisible(), true);
  found('saved file untouched', file() === fileBefore, true);
  found('models that clients see (GET /v1/models)', (await clientIds()).length, idsBefore.length);
  await camera.page('hidden-on-the-page');
  await camera.panel('hidden-by-steward');

  step('“Save the changes”: nothing is saved before a user applies it');
  await panel.ask('Save the changes');
  await panel.approval.waitFor();
  found('saved file untouched while Steward waits', file() === fileBefore, true);
  await camera.panel('waiting-for-approval');
  await panel.approve();
  await panel.finished();
  const fileAfterSave = file();
  const newLines = fileAfterSave.replace(fileBefore, '').trim();
  found('new lines of the file', newLines, `IGNORE_MODELS_${PROVIDER.toUpperCase()}='${rules?.join(',')}'`);
  const unchanged = 'models that clients see until the proxy restarts (GET /v1/models)';
  found(unchanged, (await clientIds()).length, idsBefore.length);
  await camera.page('saved');

  step('The proxy restarts: like the real one, it reads its rules at the start');
  await playground.restart();
  await checkClients('models that clients see');

  step('Checkpoints: back to before the rule was added');
  note('a rollback restores page and conversation together, and never writes the proxy’s file:');
  note('clients get the saved rules until the restored ones are saved, so the page has unsaved changes');
  await panel.openCheckpoints();
  await panel.chooseCheckpoint('Hide *');
  await camera.panel('what-a-rollback-would-do');
  await panel.rollBack();
  found('the page’s state is the first one', await filterPage.readRestorableState(), rulesBefore);
  found('saved file untouched', file() === fileAfterSave, true);
  found('“Unsaved changes” on the page', await filterPage.unsavedMark.isVisible(), true);
  await checkClients('models that clients still see, because the saved rules stay in effect');
  await camera.page('rolled-back-page');
  await camera.panel('rolled-back-conversation');
  note(`Pictures of all this: ${OUTPUT_FOLDER}/`);
}

function inWords({ models, visible, hidden }: ModelCounts): string {
  return `${models} models, ${visible} visible, ${hidden} hidden`;
}
