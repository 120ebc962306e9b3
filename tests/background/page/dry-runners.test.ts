// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { dryRunners } from '@/src/adapters/background';
import { createDryRuns } from '@/src/background/page/dry-runners';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { defineTool } from '@/src/core/tools/define-tool';
import type { DryRunRequest } from '@/src/schema/dry-run';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';
import { createNotesPage, notesAdapter } from '../../fakes/notes-adapter';

const { signal } = new AbortController();

let leave = () => {};
afterEach(() => leave());

const ids = { newId: () => 'dry-run' };
const call = (executionId: string, tool: string, args: DryRunRequest['args']): DryRunRequest => {
  return { executionId, tool, args, leftOut: [] };
};

function chatOn(adapterId: string) {
  const binding = { adapterId, origin: 'http://page.test', instanceId: 'i', title: 'Page' };
  return newChat({ id: 'c', title: '', atMs: 0, binding, settings: newChatSettings(), lastStateHash: null });
}

function filterSite(tools: AdapterDefinition['tools'] = []) {
  const site = createModelFilterSite(document, modelFilterState());
  leave = site.fake.remove;
  const adapter = { ...site.adapter, tools: [...site.adapter.tools, ...tools] };
  const dryRuns = createDryRuns({
    page: site.link,
    runners: dryRunners,
    adapters: { definitionOf: () => adapter },
    ids,
  });
  return { dryRuns, fake: site.fake, page: site.page };
}

it('a dry run lets the page fetch the models that it needs, and changes nothing there', async () => {
  const { dryRuns, fake, page } = filterSite();
  fake.proxy.models.gemini = ['gemini/pro', 'gemini/flash'];
  const computed = await dryRuns.run(
    chatOn('model-filter'),
    [call('e', 'add_ignore_rule', { pattern: 'pro', provider: 'gemini' })],
    signal,
  );
  expect(computed.dryRun.net.summary).toBe('Hides 1 model.');
  expect(fake.state.drafts).toEqual({});
  expect(fake.requests.map(({ type }) => type)).not.toContain('apply-state');
  const { stateHash } = await page.readContext(chatOn('model-filter'), new AbortController().signal);
  expect(computed.reading.stateHash).toBe(stateHash);
});

it('a call with another executor is shown as it is, among those with a dry run', async () => {
  const announce = defineTool({
    name: 'announce',
    description: 'Tells the team.',
    input: notesAdapter.tools[0]?.input ?? never(),
    effect: 'commit',
    executor: 'delegated',
  });
  const { dryRuns } = filterSite([announce]);
  const { dryRun } = await dryRuns.run(
    chatOn('model-filter'),
    [call('a', 'add_ignore_rule', { pattern: 'o1' }), call('b', 'announce', { text: 'o1 is gone' })],
    signal,
  );
  expect(dryRun.calls).toMatchObject([
    { kind: 'change', executionId: 'a', preview: { summary: 'Hides 1 model.' } },
    { kind: 'change', executionId: 'b', step: { text: 'o1 is gone' }, stateHashBefore: null },
  ]);
  expect(dryRun.net.summary).toBe('Hides 1 model.');
});

it('calls of an adapter without dry runs are shown as they are, the first with the page’s state', async () => {
  const notes = createNotesPage({ notes: ['milk'], published: [] }, () => 1);
  const adapter = notesAdapter as unknown as AdapterDefinition;
  const dryRuns = createDryRuns({
    page: notes.port,
    runners: dryRunners,
    adapters: { definitionOf: () => adapter },
    ids,
  });
  const { dryRun, reading } = await dryRuns.run(
    chatOn('notes'),
    [call('a', 'add_note', { text: 'tea' }), call('b', 'publish', {})],
    signal,
  );
  expect(reading.stateHash).toBe(notes.hash());
  expect(dryRun.calls).toMatchObject([
    { step: { text: 'tea' }, stateHashBefore: notes.hash() },
    { step: {}, stateHashBefore: null },
  ]);
  expect(dryRun.net.summary).toBe('Runs add_note("tea"), then publish().');
  expect((await dryRuns.run(chatOn('notes'), [], signal)).dryRun.net.summary).toBe('Nothing changes.');
  expect(notes.log).toEqual([]);
});

it('an unknown tool is reported as an internal error', async () => {
  const { dryRuns } = filterSite();
  await expect(
    dryRuns.run(chatOn('model-filter'), [call('e', 'format_disk', {})], signal),
  ).rejects.toMatchObject({
    code: 'internal',
  });
});

function never(): never {
  throw new Error('the notes adapter has no tools');
}
