import type { Page } from '@playwright/test';
import type { FilterPage } from '@/tests/drive/filter-page';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { ENV_FILE, type TestPlayground } from '@/tests/fakes/test-playground';
import { connectDemo } from './connect-demo';
import { expectCleanWire } from './expect-clean-wire';
import { expect, type OpenPanel, test } from './fixtures';
import { previewScript } from './preview-script';
import { readTable } from './read-table';
import { restartWorker } from './restart-worker';
import { stateHash } from './state-hash';

/** A scenario for every model: hide, save, undo, close the panel, kill the worker. */
interface Scenario {
  filterPage: FilterPage;
  playground: TestPlayground;
  steward: StewardBrowser;
  panel: OpenPanel;
  openPanel: (front: Page) => Promise<OpenPanel>;
  /** True for the models that the model must hide. */
  isHidden: (id: string) => boolean;
}

test('the demo model hides the preview models, saves, and a rollback restores page and file', {
  tag: '@main',
}, async ({ filterPage, playground, steward, openPanel }) => {
  const panel = await connectDemo(await openPanel(filterPage.page), playground);
  await runScenario({ filterPage, playground, steward, panel, openPanel, isHidden: isOpenAIPreview });
});

test('the scenario works with a less compliant endpoint, and the requests stay valid', {
  tag: ['@main', '@thorough'],
}, async ({ filterPage, playground, steward, openPanel, startModel }) => {
  const kept = (await playground.listModelIds()).find(isOpenAIPreview) as string;
  const model = await startModel(previewScript({ keptId: kept }));
  const panel = await openPanel(filterPage.page);
  await panel.connectScripted(model);
  const isHidden = (id: string) => isOpenAIPreview(id) && id !== kept;
  await runScenario({ filterPage, playground, steward, panel, openPanel, isHidden });
  expectCleanWire(model.requests, model.apiKey);
});

async function runScenario(scenario: Scenario): Promise<void> {
  const { filterPage, playground, steward } = scenario;
  const idsBefore = await playground.listModelIds();
  const stateBefore = await filterPage.readRestorableState();
  await test.step('hide', () => hidePreviews(scenario, idsBefore));
  const saved = await test.step('save', () => save(scenario, idsBefore));
  // The request for the title gives way to a message, and is sent again after its run.
  await expect
    .poll(async () => (await readTable(scenario.panel.page, 'messages')).map(({ role }) => role))
    .toContain('system-title');
  let panel = await test.step('close and reopen the panel', () => reopen(scenario, scenario.panel));
  await test.step('roll back', async () => {
    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Hide *');
    await panel.rollBack();
    expect(await filterPage.readRestorableState()).toEqual(stateBefore);
    const rollbacks = (await readTable(panel.page, 'messages')).filter(({ role }) => role === 'rollback');
    expect(rollbacks.map((rollback) => rollback.stateHash)).toEqual([stateHash(stateBefore)]);
    await expect(panel.said('Block preview models')).toHaveCount(0);
    await expect(panel.message).toHaveValue('Block preview models');
    expect(await playground.readEnvFile()).toBe(saved);
    await expect(panel.conversation).toContainText('The saved file still differs from the page');
    await expect(panel.conversation).toContainText('Clients still get the rules you saved.');
  });
  panel = await test.step('close and reopen the panel again', () => reopen(scenario, panel));
  await test.step('kill the worker', async () => {
    await restartWorker(steward, panel.page);
    await panel.ask('Which models are hidden?');
    await panel.finished();
    await expect(panel.alert).toHaveCount(0);
    expect(await lastAnswer(panel)).toMatchObject({
      finishReason: 'stop',
      content: expect.stringMatching(/\w/),
    });
  });
}

/** A reopened panel shows the same conversation, page, and composer text as before. */
async function reopen({ openPanel, filterPage }: Scenario, panel: OpenPanel): Promise<OpenPanel> {
  const conversation = (await panel.conversation.textContent()) ?? '';
  const pageLine = (await panel.pageLine.textContent()) ?? '';
  const draft = await panel.message.inputValue();
  await panel.close();
  const again = await openPanel(filterPage.page);
  await expect(again.conversation).toHaveText(conversation);
  await expect(again.pageLine).toHaveText(pageLine);
  await expect(again.message).toHaveValue(draft);
  return again;
}

async function hidePreviews(
  { filterPage, playground, panel, isHidden }: Scenario,
  ids: string[],
): Promise<void> {
  const { models } = await filterPage.readState();
  const total = (models.openai ?? []).length;
  const hidden = ids.filter(isHidden).length;
  expect(hidden).toBeGreaterThan(2);

  await panel.ask('Block preview models');
  await expect(panel.conversation.getByText(/^(Thinking…|Thought( for .+)?)$/).first()).toBeVisible();
  await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'done');
  await panel.finished();

  const { drafts } = await filterPage.readState();
  const [rule = '', ...others] = drafts.openai?.ignore ?? [];
  expect(others).toEqual([]);
  await expect(filterPage.ignoreRule(rule)).toContainText(`hides ${hidden}`);
  await expect(filterPage.unsavedMark).toBeVisible();
  expect(await filterPage.counts()).toEqual({ models: total, visible: total - hidden, hidden });
  expect(await playground.readEnvFile()).toBe(ENV_FILE);
}

/** Returns the content of the file after the save. */
async function save(
  { playground, panel, filterPage, isHidden }: Scenario,
  idsBefore: string[],
): Promise<string> {
  const { ignore = [], whitelist = [] } = (await filterPage.readState()).drafts.openai ?? {};
  await panel.ask('Save the changes');
  await expect(panel.approval).toBeVisible();
  expect(await playground.readEnvFile()).toBe(ENV_FILE);
  await panel.approve();
  await panel.finished();
  await expect(filterPage.unsavedMark).toBeHidden();
  // The panel follows the page's own notice, which comes after the answer to the save.
  await expect(panel.pageLine).not.toContainText('unsaved');

  const saved = await playground.readEnvFile();
  const lines = [
    `IGNORE_MODELS_OPENAI='${ignore.join(',')}'\n`,
    ...(whitelist.length > 0 ? [`WHITELIST_MODELS_OPENAI='${whitelist.join(',')}'\n`] : []),
  ];
  expect(saved).toBe(ENV_FILE + lines.join(''));
  expect(await playground.listModelIds()).toEqual(idsBefore.filter((id) => !isHidden(id)));
  return saved;
}

/**
 * The chat's newest answer. It isn't always the newest message: after a rollback of the whole conversation, the first
 * answer is followed by a generated title.
 */
async function lastAnswer(panel: OpenPanel): Promise<Record<string, unknown> | undefined> {
  const messages = await readTable(panel.page, 'messages');
  const answers = messages.filter(({ role }) => role === 'assistant');
  return answers.sort((a, b) => Number(a.position) - Number(b.position)).at(-1);
}

/** Decided by the names alone, without any rule. */
function isOpenAIPreview(id: string): boolean {
  return id.startsWith('openai/') && id.includes('-preview');
}
