import type { Page } from 'playwright';
import { MAX_PROXIES } from '@/playground/server/start-playgrounds';
import { browserClosed } from '@/tests/drive/browser-closed';
import { createCamera } from '@/tests/drive/camera';
import { type ModelCounts, openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { listModelIds } from '@/tests/drive/list-model-ids';
import { createPanel } from '@/tests/drive/panel';
import { productNamed } from '@/tests/drive/products';
import type { BrowserProduct, ProductName, StewardBrowser } from '@/tests/drive/steward-browser';
import { waitUntil } from '@/tests/drive/wait-until';
import { readTable } from '@/tests/e2e/read-table';
import { sendCommand } from '@/tests/e2e/send-command';
import { BROWSERS, setUpBrowser } from '../given-browser';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';
import { type Closers, createClosers } from './closers';
import { createReport, DifferenceError, type Report } from './report';
import {
  type DemoPlayground,
  emptyOutput,
  OUTPUT_FOLDER,
  startDemoPlayground,
} from './start-demo-playground';

const HELP = `Usage: npm run demo -- [--browser BROWSER] [--proxies N] [--headless]

Starts a playground and a browser with Steward in it. On a screen the browser is yours until you close it.
BROWSER is ${BROWSERS.join(' or ')}; without --browser it is ${BROWSERS[0]}.
With --proxies 2 to ${MAX_PROXIES} it starts that many proxies, the second of which has drifted from the others.
With --headless, or without a screen, it is a guided tour that checks each of its steps and leaves pictures
in demo-output/.
`;

/** Runs `npm run demo` with these arguments: prepares the checkout, then runs the demo. Resolves with the exit code. */
export async function demo(args: string[]): Promise<number> {
  const options = {
    headless: { type: 'boolean', default: false },
    browser: { type: 'string' },
    proxies: { type: 'string', default: '1' },
  } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  const proxies = Number(given.values.proxies);
  if (!Number.isInteger(proxies) || proxies < 1 || proxies > MAX_PROXIES) {
    throw new UserError(`--proxies takes a whole number from 1 to ${MAX_PROXIES}.`);
  }
  return runDemo({
    proxies,
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
  proxies,
}: {
  headless: boolean;
  browser: ProductName;
  proxies: number;
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
    return await Promise.race([show(product, headless || !hasScreen(), proxies, closers), stopped]);
  } catch (error) {
    if (error instanceof DifferenceError) console.error(`\nThe demo stopped: ${error.message}`);
    else console.error('\nThe demo stopped, because a step could not be carried out:', error);
    return 1;
  } finally {
    await closers.closeAll();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
  }
}

async function show(
  product: BrowserProduct,
  headless: boolean,
  proxies: number,
  closers: Closers,
): Promise<number> {
  emptyOutput();
  const starting = startDemoPlayground(proxies);
  closers.add(async () => (await starting).close());
  const playground = await starting;
  const launching = launchBrowser(product, {
    extension: product.playgroundExtension,
    headless,
    pageSize: { width: 1200, height: 800 },
  });
  closers.add(async () => (await launching).close());
  const browser = await launching;
  if (headless && proxies > 1) await showSeveral(browser, playground, createReport(console.log));
  else if (headless) await showTour(browser, playground, createReport(console.log));
  else await showHandsOn(browser, playground);
  return 0;
}

/** Prepares a visible browser for the user. Resolves when they close it. */
async function showHandsOn(browser: StewardBrowser, playground: DemoPlayground): Promise<void> {
  const { url, urls, apiKey } = playground;
  const closed = browserClosed(browser.context);
  const { sidePanel } = await openFirst(browser, playground);
  if (urls.length > 1) await openOthers(browser, sidePanel.page, playground);
  await sidePanel.release();
  const start = urls.length > 1 ? tryWithSeveral(urls) : tryWithOne(url);
  console.log(`
${start}

demo/assistant is a rule-based stand-in for a model. To use a real one: Connection, in the panel.
The key is ${apiKey}; the saved rules are in demo-output/.
Close the browser to end the demo.`);
  await closed;
}

function tryWithOne(url: string): string {
  return `Steward is open beside the model filter at ${url}. Try in the panel:

  Block preview models
  Why is o1-preview hidden?
  Save the changes              (waits until you approve it)
  then Checkpoints, and take any of it back`;
}

function tryWithSeveral(urls: readonly string[]): string {
  const sites = urls.map(
    (url, at) => `  ${siteName(at)}  ${url}${at === 1 ? '  (has drifted from the others)' : ''}`,
  );
  return `Steward is open beside the model filters of ${urls.length} proxies, each in a tab:

${sites.join('\n')}

Begin a new chat, choose Several sites and then all of them, and try:

  What differs between A and B?
  Take gpt-4o away everywhere
  Save everywhere               (waits until you approve it)`;
}

function siteName(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Opens the first proxy’s page with the panel beside it, connected to the demo model. */
async function openFirst(browser: StewardBrowser, { url, apiKey }: DemoPlayground) {
  const [page = await browser.context.newPage()] = browser.context.pages();
  const filterPage = await openFilterPage(page, url, apiKey);
  await filterPage.chooseProvider('openai');
  const sidePanel = await browser.openSidePanel(page);
  const panel = createPanel(sidePanel.page);
  await panel.connect(`${url}/v1`, apiKey);
  await panel.chooseModel('demo/assistant');
  return { page, sidePanel };
}

/** Opens the other proxies’ pages in tabs, until Steward knows all sites, and names these. The first one is in front afterwards. */
async function openOthers(
  browser: StewardBrowser,
  panel: Page,
  { urls, apiKey }: DemoPlayground,
): Promise<void> {
  const [first] = browser.context.pages();
  for (const [index, origin] of urls.entries()) {
    if (index > 0) {
      const page = await browser.context.newPage();
      await openFilterPage(page, origin, apiKey);
      await page.bringToFront();
      await browser.triggerAction(page.url());
    }
    const isKnown = async () => (await knownOrigins(panel)).includes(origin);
    await waitUntil(isKnown, `Steward did not find the page at ${origin}.`);
    const mark = { name: siteName(index), color: 'green' };
    await sendCommand(panel, { type: 'mark-site', origin, mark, set: { name: 'demo', color: 'blue' } });
  }
  await first?.bringToFront();
  await browser.triggerAction(first?.url() ?? '');
  await createPanel(panel).pageLine.getByText(siteName(0), { exact: true }).waitFor();
}

/** The sites of which Steward has a chat. */
async function knownOrigins(panel: Page): Promise<unknown[]> {
  const chats = await readTable(panel, 'chats');
  return chats.map(({ binding }) => Object(binding).origin);
}

/** Shows what is there at the start of a demo of several proxies, and leaves a picture. */
async function showSeveral(
  browser: StewardBrowser,
  playground: DemoPlayground,
  { step, note, found }: Report,
): Promise<void> {
  step(`The filter pages of ${playground.urls.length} proxies, and the side panel beside them`);
  const { page, sidePanel } = await openFirst(browser, playground);
  await openOthers(browser, sidePanel.page, playground);
  found('sites that Steward knows', (await knownOrigins(sidePanel.page)).sort(), [...playground.urls].sort());
  await createCamera(OUTPUT_FOLDER, page, sidePanel).panel('several-proxies');
  note(tryWithSeveral(playground.urls));
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
