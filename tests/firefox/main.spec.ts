import { expect } from 'vitest';
import type { StewardFirefox } from '@/tests/drive/firefox-browser';
import type { FirefoxFilterPage } from '@/tests/drive/firefox-filter-page';
import type { FirefoxPanel } from '@/tests/drive/firefox-panel';
import { stateHash } from '@/tests/e2e/state-hash';
import { ENV_FILE, type TestPlayground } from '@/tests/fakes/test-playground';
import { test } from './fixtures';

interface Scenario {
  firefox: StewardFirefox;
  filterPage: FirefoxFilterPage;
  playground: TestPlayground;
  panel: FirefoxPanel;
}

/** Longer than any pause of the demo model. */
const POLL = { timeout: 15_000 };

test('the demo model hides the preview models in Firefox, saves, and a rollback restores page and file @main', async ({
  firefox,
  filterPage,
  playground,
}) => {
  const idsBefore = await playground.listModelIds();
  const stateBefore = await filterPage.readRestorableState();
  const panel = await firefox.openPanel();
  await panel.fillConnection(`${playground.url}/v1`, playground.apiKey);
  await panel.saveConnection();
  await panel.connected();
  await panel.chooseModel('demo/assistant');
  const scenario = { firefox, filterPage, playground, panel };

  await hidePreviews(scenario, idsBefore);
  const saved = await save(scenario, idsBefore);
  await reopen(scenario);
  await rollBack(scenario, stateBefore, saved);
  await reopen(scenario);
  await stopBackground(scenario);
});

async function hidePreviews({ filterPage, playground, panel }: Scenario, idsBefore: string[]): Promise<void> {
  const { models } = await filterPage.readState();
  const total = (models.openai ?? []).length;
  const hidden = idsBefore.filter(isOpenAIPreview).length;
  expect(hidden).toBeGreaterThan(2);

  await panel.ask('Block preview models');
  await expect.poll(async () => (await panel.toolCard('Done:\nHide'))?.state, POLL).toBe('done');
  await panel.finished();

  const { drafts } = await filterPage.readState();
  const [rule = '', ...others] = drafts.openai?.ignore ?? [];
  expect(others).toEqual([]);
  expect(await filterPage.ignoreRule(rule)).toContain(`hides ${hidden}`);
  expect(await filterPage.hasUnsavedMark()).toBe(true);
  expect(await filterPage.counts()).toEqual({ models: total, visible: total - hidden, hidden });
  expect(await playground.readEnvFile()).toBe(ENV_FILE);
}

/** Returns the content of the file after the save. */
async function save({ filterPage, playground, panel }: Scenario, idsBefore: string[]): Promise<string> {
  const { ignore = [] } = (await filterPage.readState()).drafts.openai ?? {};
  await panel.ask('Save the changes');
  await expect.poll(panel.approval, POLL).not.toBeNull();
  expect(await playground.readEnvFile()).toBe(ENV_FILE);
  await panel.approve();
  await panel.finished();
  await expect.poll(filterPage.hasUnsavedMark, POLL).toBe(false);

  const saved = await playground.readEnvFile();
  expect(saved).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='${ignore.join(',')}'\n`);
  expect(await playground.listModelIds()).toEqual(idsBefore.filter((id) => !isOpenAIPreview(id)));
  return saved;
}

/** A reopened panel shows the same conversation, page, and composer text as before. */
async function reopen({ firefox, panel }: Scenario): Promise<void> {
  const conversation = await panel.conversation();
  const pageLine = await panel.pageLine();
  const composerText = await panel.composerText();
  await firefox.closePanel();
  const again = await firefox.openPanel();
  await expect.poll(again.conversation, POLL).toBe(conversation);
  await expect.poll(again.pageLine, POLL).toBe(pageLine);
  await expect.poll(again.composerText, POLL).toBe(composerText);
}

async function rollBack(
  { firefox, filterPage, playground, panel }: Scenario,
  stateBefore: object,
  saved: string,
): Promise<void> {
  await panel.rollBackTo('Before: Block preview models');
  expect(await filterPage.readRestorableState()).toEqual(stateBefore);
  const rollbacks = (await firefox.readTable('messages')).filter(({ role }) => role === 'rollback');
  expect(rollbacks.map((rollback) => rollback.stateHash)).toEqual([stateHash(stateBefore)]);
  await expect.poll(panel.composerText, POLL).toBe('Block preview models');
  // The messages are gone; only the row of the rollback is left.
  await expect.poll(panel.conversation, POLL).toMatch(/^Rolled back · Before: Block preview models/);
  expect(await panel.conversation()).toContain('The saved file still differs from the page');
  // The offer for the saved state is computed after the rollback.
  await expect.poll(panel.conversation, POLL).toContain('Clients still get the rules you saved.');
  expect(await playground.readEnvFile()).toBe(saved);
}

/** The background stops when it is idle for a while (fixtures.ts), and an open panel restarts it at once. */
async function stopBackground({ firefox, panel }: Scenario): Promise<void> {
  const before = await firefox.backgroundId();
  await expect.poll(firefox.backgroundId, POLL).not.toBe(before);

  await panel.ask('Which models are hidden?');
  await panel.finished();
  expect(await panel.alert()).toBeNull();
  const messages = await firefox.readTable('messages');
  const answers = messages.filter(({ role }) => role === 'assistant');
  const last = answers.sort((a, b) => Number(a.position) - Number(b.position)).at(-1);
  expect(last).toMatchObject({ finishReason: 'stop' });
}

/** Decided by the names alone, without any rule. */
function isOpenAIPreview(id: string): boolean {
  return id.startsWith('openai/') && id.includes('-preview');
}
