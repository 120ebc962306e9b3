import { type Camera, createCamera } from '@/tests/drive/camera';
import { type FilterPage, type ModelCounts, openFilterPage } from '@/tests/drive/filter-page';
import { listModelIds } from '@/tests/drive/list-model-ids';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import type { Report } from './report';
import { type DemoPlayground, OUTPUT_FOLDER } from './start-demo-playground';

const PROVIDER = 'openai';

/** State shared by all steps. */
interface Tour {
  playground: DemoPlayground;
  filterPage: FilterPage;
  panel: Panel;
  camera: Camera;
  report: Report;
  /** Ids that the proxy's clients saw at the start. */
  idsBefore: string[];
  /** Names of the models that "all preview models" refers to. */
  previews: string[];
}

/**
 * Shows Steward's main workflow and verifies each step independently of Steward: with the page's own text and state,
 * the file of saved rules, and the proxy's answers. Throws DifferenceError at the first difference.
 */
export async function showTour(
  browser: StewardBrowser,
  playground: DemoPlayground,
  report: Report,
): Promise<void> {
  report.step('The filter page of a proxy, and the side panel beside it');
  const tour = await openEverything(browser, playground, report);
  const { restorable: rulesBefore } = await hidePreviews(tour);
  const fileAfterSave = await save(tour);
  await restartProxy(tour);
  await rollBack(tour, rulesBefore, fileAfterSave);
  report.note(`Pictures of all this: ${OUTPUT_FOLDER}/`);
}

async function openEverything(
  browser: StewardBrowser,
  playground: DemoPlayground,
  report: Report,
): Promise<Tour> {
  const [page = await browser.context.newPage()] = browser.context.pages();
  const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
  await filterPage.chooseProvider(PROVIDER);
  const idsBefore = await listModelIds(`${playground.url}/v1`, playground.apiKey);
  const ofProvider = idsBefore.filter((id) => id.startsWith(`${PROVIDER}/`));
  report.note(`clients of the proxy see ${idsBefore.length} models (GET /v1/models)`);
  const allVisible = inWords({ models: ofProvider.length, visible: ofProvider.length, hidden: 0 });
  report.found(`the page, at ${PROVIDER}`, inWords(await filterPage.counts()), allVisible);
  const sidePanel = await browser.openSidePanel(page);
  const panel = createPanel(sidePanel.page);
  await panel.connect(`${playground.url}/v1`, playground.apiKey);
  await panel.chooseModel('demo/assistant');
  report.note(`Steward is connected to ${playground.url}/v1 and uses demo/assistant`);
  report.found('models that the panel offers', (await panel.modelIds()).length, idsBefore.length);
  const camera = createCamera(OUTPUT_FOLDER, page, sidePanel);
  await camera.page('filter-page');
  await camera.panel('connected');
  const previews = ofProvider.filter((id) => id.includes('-preview'));
  return { playground, filterPage, panel, camera, report, idsBefore, previews };
}

async function hidePreviews({ filterPage, panel, playground, camera, report, idsBefore, previews }: Tour) {
  const restorable = await filterPage.readRestorableState();
  const fileBefore = playground.readEnvFile();
  report.step('“Block preview models”');
  await panel.ask('Block preview models');
  await panel.finished();
  const { drafts, models } = await filterPage.readState();
  const total = models[PROVIDER]?.length ?? 0;
  report.note(`the page’s rule: ${drafts[PROVIDER]?.ignore.join(', ')}`);
  const expected = inWords({ models: total, visible: total - previews.length, hidden: previews.length });
  report.found('the page now', inWords(await filterPage.counts()), expected);
  report.found('“Unsaved changes” on the page', await filterPage.unsavedMark.isVisible(), true);
  report.found('saved file untouched', playground.readEnvFile() === fileBefore, true);
  const ids = await listModelIds(`${playground.url}/v1`, playground.apiKey);
  report.found('models that clients see (GET /v1/models)', ids.length, idsBefore.length);
  await camera.page('hidden-on-the-page');
  await camera.panel('hidden-by-steward');
  return { restorable };
}

/** Saves the rules and verifies the save. Resolves with the file's content afterwards. */
async function save(tour: Tour): Promise<string> {
  const { filterPage, panel, playground, camera, report, idsBefore } = tour;
  const fileBefore = playground.readEnvFile();
  const { drafts } = await filterPage.readState();
  report.step('“Save the changes”: nothing is saved before a user applies it');
  await panel.ask('Save the changes');
  await panel.approval.waitFor();
  report.found('saved file untouched while Steward waits', playground.readEnvFile() === fileBefore, true);
  await camera.panel('waiting-for-approval');
  await panel.approve();
  await panel.finished();
  const file = playground.readEnvFile();
  const expectedLine = `IGNORE_MODELS_${PROVIDER.toUpperCase()}='${drafts[PROVIDER]?.ignore.join(',')}'`;
  report.found('new lines of the file', file.replace(fileBefore, '').trim(), expectedLine);
  const ids = await listModelIds(`${playground.url}/v1`, playground.apiKey);
  report.found(
    'models that clients see until the proxy restarts (GET /v1/models)',
    ids.length,
    idsBefore.length,
  );
  await camera.page('saved');
  return file;
}

async function restartProxy(tour: Tour): Promise<void> {
  tour.report.step('The proxy restarts: like the real one, it reads its rules at the start');
  await tour.playground.restart();
  await checkClients(tour, 'models that clients see');
}

async function rollBack(tour: Tour, rulesBefore: unknown, fileAfterSave: string): Promise<void> {
  const { filterPage, panel, playground, camera, report } = tour;
  report.step('Checkpoints: back to before the rule was added');
  report.note('a rollback restores page and conversation together, and never writes the proxy’s file:');
  report.note(
    'clients get the saved rules until the restored ones are saved, so the page has unsaved changes',
  );
  await panel.openCheckpoints();
  await panel.chooseCheckpoint('Hide *');
  await camera.panel('what-a-rollback-would-do');
  await panel.rollBack();
  report.found('the page’s state is the first one', await filterPage.readRestorableState(), rulesBefore);
  report.found('saved file untouched', playground.readEnvFile() === fileAfterSave, true);
  report.found('“Unsaved changes” on the page', await filterPage.unsavedMark.isVisible(), true);
  await checkClients(tour, 'models that clients still see, because the saved rules stay in effect');
  await camera.page('rolled-back-page');
  await camera.panel('rolled-back-conversation');
}

/** Verifies that the proxy's clients see all models except the previews, which the saved rules hide. */
async function checkClients({ playground, report, idsBefore, previews }: Tour, what: string): Promise<void> {
  const ids = await listModelIds(`${playground.url}/v1`, playground.apiKey);
  report.found(`${what} (GET /v1/models)`, ids.length, idsBefore.length - previews.length);
  report.found(
    'models that are gone for them',
    idsBefore.filter((id) => !ids.includes(id)),
    previews,
  );
}

function inWords({ models, visible, hidden }: ModelCounts): string {
  return `${models} models, ${visible} visible, ${hidden} hidden`;
}
