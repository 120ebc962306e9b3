// @document
import { afterEach, describe, expect, it } from 'vitest';
import { dryRunners } from '@/src/adapters/background';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createDryRuns } from '@/src/background/page/dry-runners';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import type { PagePort } from '@/src/core/ports/page-port';
import { english } from '@/src/core/text/english';
import { defineTool } from '@/src/core/tools/define-tool';
import type { DryRunRequest } from '@/src/schema/dry-run';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';
import { createNotesPage, notesAdapter } from '../../fakes/notes-adapter';
import { aChat } from '../a-chat';

const { signal } = new AbortController();

let leave = () => {};
afterEach(() => leave());

const ids = { newId: () => crypto.randomUUID() };
const call = (executionId: string, tool: string, args: DryRunRequest['args']): DryRunRequest => {
  return { executionId, tool, args, leftOut: [] };
};

function chatOn(adapterId: string) {
  const binding = { adapterId, origin: 'http://page.test', instanceId: 'i', title: 'Page' };
  return aChat({ binding });
}

type Read = PagePort['readContext'];

function filterSite(tools: AdapterDefinition['tools'] = [], readWith: (read: Read) => Read = (read) => read) {
  const site = createModelFilterSite(document, modelFilterState());
  leave = site.fake.remove;
  const adapter = { ...site.adapter, tools: [...site.adapter.tools, ...tools] };
  const dryRuns = createDryRuns({
    page: { ...site.link, readContext: readWith(site.link.readContext) },
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
  expect(computed.dryRun.net.summary).toEqual('Hides 1 model.');
  expect(fake.state.drafts).toEqual({});
  expect(fake.requests.map(({ type }) => type)).not.toContain('apply-state');
  const { stateHash } = await page.readContext(chatOn('model-filter'), new AbortController().signal);
  expect(computed.reading.stateHash).toBe(stateHash);
});

describe('a dry run on a page that changes while missing models are loaded', () => {
  const hideGemini = call('e', 'add_ignore_rule', { pattern: 'pro', provider: 'gemini' });
  const GEMINI = { gemini: ['gemini/pro', 'gemini/flash'] };

  /** Makes a dry run on a page that `change` changes each time that models are loaded, at most `times` times. */
  async function runWhile(
    change: (site: ReturnType<typeof filterSite>) => void,
    times = Number.POSITIVE_INFINITY,
    readWith?: (read: Read) => Read,
  ) {
    const site = filterSite([], readWith);
    const { fake, dryRuns } = site;
    Object.assign(fake.proxy.models, GEMINI);
    let changes = 0;
    fake.faults.beforeEach = () => {
      if (fake.requests.at(-1)?.body.name !== 'load-models' || changes >= times) return;
      changes += 1;
      change(site);
    };
    return { fake, result: await dryRuns.run(chatOn('model-filter'), [hideGemini], signal) };
  }

  it('returns the reading that it was computed from if only other parts of the page changed', async () => {
    const { result } = await runWhile(({ fake }) =>
      fake.change((state) => {
        state.models.openai = [];
      }),
    );
    expect(result.dryRun.net.summary).toEqual('Hides 1 model.');
    expect(result.reading.context).toEqual(modelFilterState());
    expect(result.after).toMatchObject({ models: { ...modelFilterState().models, ...GEMINI } });
  });

  it.each<[string, (state: ModelFilterContext) => void]>([
    ['restorable', (state) => Object.assign(state, { drafts: { gemini: { ignore: ['*'], whitelist: [] } } })],
    ['saved', (state) => Object.assign(state, { saved: { openai: { ignore: ['o1'], whitelist: [] } } })],
  ])('starts again if the %s state changed', async (_, change) => {
    const { fake, result } = await runWhile((site) => site.fake.change(change), 1);
    expect(result.reading.context).toEqual(fake.state);
    const { stateHash: stateHashBefore, savedHash: savedHashBefore } = pageHashesOf(modelFilter, fake.state);
    expect(result.dryRun.calls).toMatchObject([{ stateHashBefore, savedHashBefore }]);
  });

  it('starts again if the page was loaded again', async () => {
    const documents = ['first', 'second'];
    const readings: string[] = [];
    const readWith =
      (read: Read): Read =>
      async (chat, ends) => {
        const reading = await read(chat, ends);
        const name = documents[Math.min(readings.length, 1)] ?? '';
        readings.push(name);
        return { ...reading, source: { ...reading.source, document: name } };
      };
    const { result } = await runWhile(() => {}, 0, readWith);
    expect(readings).toEqual(['first', 'second', 'second']);
    expect(result.reading.source.document).toBe('second');
  });

  it('rejects with page-changed if the page changes at each attempt', async () => {
    const changing = runWhile(({ fake }) => {
      delete fake.proxy.models.gemini;
      fake.change((state) => {
        state.search += 'x';
      });
    });
    await expect(changing).rejects.toMatchObject({ code: 'page-changed' });
  });
});

it('models that can’t be loaded are requested once for all calls of a dry run', async () => {
  const { dryRuns, fake } = filterSite();
  const calls = ['a', 'b', 'c'].map((id) => call(id, 'add_ignore_rule', { pattern: id, provider: 'gemini' }));
  const { dryRun } = await dryRuns.run(chatOn('model-filter'), calls, signal);
  expect(dryRun.calls.map(({ kind }) => kind)).toEqual(['failure', 'failure', 'failure']);
  expect(fake.requests.filter(({ body }) => body.name === 'load-models')).toHaveLength(1);
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
  expect(dryRun.net.summary).toEqual('Hides 1 model.');
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
  expect(english(dryRun.net.summary)).toBe('Runs in this order: add_note("tea") and publish().');
  expect((await dryRuns.run(chatOn('notes'), [], signal)).dryRun.net.summary).toEqual('Nothing changes.');
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
