/// <reference types="chrome" />
import fc from 'fast-check';
import type { RestorableState } from '@/tests/drive/filter-page';
import { modelNames, setRules } from './page-rules';
import { readTable } from './read-table';
import { stateHash } from './state-hash';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { gives } from './tool-step';

const SEED = 20_261_120;
const RUNS = 50;

test(
  'a rollback restores everything after cleared lists, a provider switch and applied rule sets',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    const { panel } = scenario;
    await setRules(filterPage, {
      anthropic: { ignore: [], whitelist: ['claude-3*'] },
      gemini: { ignore: ['gemma-*', '*-exp*'], whitelist: [] },
      openai: { ignore: ['*audio*', '*turbo*'], whitelist: ['gpt-4-turbo'] },
    });
    await filterPage.searchBox.fill('gpt-4');
    await expect.poll(async () => (await filterPage.readState()).search).toBe('gpt-4');
    const before = await filterPage.readRestorableState();
    const countsBefore = await filterPage.counts();

    const openai = await modelNames(filterPage, 'openai');
    const gemini = await modelNames(filterPage, 'gemini');
    const brought = openai.filter((name) => /audio|turbo/.test(name) && name !== 'gpt-4-turbo');
    const applied = expect.objectContaining({ providers: ['anthropic', 'gemini', 'openai'] });
    await scenario.runCalls(
      [
        [
          'clear_all_ignore_rules',
          {},
          gives({
            provider: 'openai',
            removed_rules: ['*audio*', '*turbo*'],
            removed_count: 2,
            brought_back: brought,
          }),
        ],
      ],
      [
        [
          'switch_provider',
          { provider: 'gemini' },
          gives({
            provider: 'gemini',
            count: gemini.length,
            unsaved_providers: ['anthropic', 'gemini', 'openai'],
          }),
        ],
      ],
      [
        [
          'apply_rules',
          {
            rule_sets: [
              { provider: 'anthropic', ignore: ['*'], whitelist: [] },
              { provider: 'gemini', ignore: [], whitelist: [] },
              { provider: 'openai', ignore: ['o1*'], whitelist: [] },
            ],
          },
          gives(applied),
        ],
      ],
    );
    const after: RestorableState = {
      provider: 'gemini',
      drafts: { anthropic: { ignore: ['*'], whitelist: [] }, openai: { ignore: ['o1*'], whitelist: [] } },
      search: 'gpt-4',
    };
    expect(await filterPage.readRestorableState()).toEqual(after);

    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Remove all ignore rules');
    await panel.rollBack();
    expect(await filterPage.readRestorableState()).toEqual(before);
    await expect(filterPage.page.getByRole('combobox', { name: 'Provider' })).toHaveValue('openai');
    await expect(filterPage.searchBox).toHaveValue('gpt-4');
    for (const [kind, pattern] of [
      ['ignore', '*audio*'],
      ['ignore', '*turbo*'],
      ['whitelist', 'gpt-4-turbo'],
    ] as const) {
      await expect(filterPage.rule(kind, pattern)).toBeVisible();
    }
    expect(await filterPage.counts()).toEqual(countsBefore);

    // The rollback can be undone too.
    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Before rollback');
    await panel.rollBack();
    expect(await filterPage.readRestorableState()).toEqual(after);
    await expect(filterPage.page.getByRole('combobox', { name: 'Provider' })).toHaveValue('gemini');
    const rollbacks = (await readTable(panel.page, 'messages'))
      .filter(({ role }) => role === 'rollback')
      .sort((a, b) => Number(a.position) - Number(b.position));
    expect(rollbacks.map((rollback) => rollback.stateHash)).toEqual([stateHash(before), stateHash(after)]);
  },
);

test(
  `any state has the same hash when it is applied as when it was captured (seed ${SEED})`,
  thorough(FILTER),
  async ({ scenario, filterPage, worker }) => {
    // The content script is injected when a chat reads the page for the first time.
    await scenario.say('Here I am');
    const { providers } = await filterPage.readState();
    const tabUrl = filterPage.page.url();
    // Compares the addresses here, since the pattern of `query({ url })` can't have a port in Firefox.
    const tabId = await worker.evaluate(async (address) => {
      const tabs = await chrome.tabs.query({});
      return tabs.find(({ url }) => url === address)?.id;
    }, tabUrl);

    /** Sends a request to the content script, as the background does. */
    const ask = (request: object) =>
      worker.evaluate(
        async ([id, asked]) => chrome.tabs.sendMessage(id, { channel: 'steward/page', request: asked }),
        [tabId as number, request] as const,
      ) as Promise<{ ok: boolean; value: { document: string; stateHash: string } }>;
    const look = async () => (await ask({ type: 'get-context', adapterId: 'model-filter' })).value;
    const read = async () => (await look()).stateHash;

    const property = fc.asyncProperty(restorableStates(providers), async (state) => {
      const before = await look();
      const applied = await ask({
        type: 'apply-state',
        adapterId: 'model-filter',
        executionId: crypto.randomUUID(),
        state,
        timeoutMs: 10_000,
        expected: { document: before.document, stateHash: before.stateHash },
        sentAtMs: Date.now(),
      });
      const wanted = stateHash(state);
      expect(applied).toEqual({ ok: true, value: { stateHash: wanted } });
      expect([await read(), await read()]).toEqual([wanted, wanted]);
      expect(await filterPage.readRestorableState()).toEqual(state);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  },
);

/** Valid rule texts (docs/page-protocol.md), in every script. */
const patterns = fc
  .oneof(
    fc.stringMatching(/^[a-z0-9*?[\]!:./-]{1,20}$/),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  )
  .map((text) => text.replaceAll(/[,\n\r\u2028\u2029]/g, ''))
  .filter((text) => text !== '' && text.trim() === text);

const ruleLists = fc.uniqueArray(patterns, { maxLength: 6 });

/** Possible states of a page: rules of any providers, without those that have none. */
function restorableStates(providers: readonly string[]): fc.Arbitrary<RestorableState> {
  const set = fc
    .record({ ignore: ruleLists, whitelist: ruleLists })
    .filter(({ ignore, whitelist }) => ignore.length + whitelist.length > 0);
  return fc.record({
    provider: fc.constantFrom(...providers),
    drafts: fc.dictionary(fc.constantFrom(...providers), set, { noNullPrototype: true }),
    search: fc.oneof(fc.constantFrom('', ' ', 'GPT'), fc.string({ unit: 'binary', maxLength: 20 })),
  });
}
