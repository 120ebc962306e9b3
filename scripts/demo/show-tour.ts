import { createCamera } from '@/tests/drive/camera';
import { type ModelCounts, openFilterPage } from '@/tests/drive/filter-page';
import { listModelIds } from '@/tests/drive/list-model-ids';
import { createPanel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import type { Report } from './report';
import { type DemoPlayground, OUTPUT_FOLDER } from './start-demo-playground';

const PROVIDER = 'openai';

/**
 * Shows Steward's main workflow and verifies each step independently of Steward: with the page's own text and state,
 * the file of saved rules, and the proxy's answers. Throws DifferenceError at the first difference.
 */
export async function showTour(
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
