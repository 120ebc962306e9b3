/// <reference types="chrome" />
import fc from 'fast-check';
import type { RestorableState, RuleSet } from '@/scripts/drive/filter-page';
import { readTable } from './read-table';
import { stateHash } from './state-hash';
import { expect, FILTER, gives, modelNames, setRules, test } from './tool-story';

const SEED = 20_261_120;
const RUNS = 50;

test(
  'a rollback over cleared lists, a switch and applied rule sets brings all of it back',
  FILTER,
  async ({ story, filterPage }) => {
    const { panel } = story;
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
    await story.carryOut(
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
    await panel.chooseCheckpoint('Before clear_all_ignore_rules(');
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

    // The rollback can be taken back too.
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
  `any state that is put in place has the hash that it had when it was captured (seed ${SEED})`,
  FILTER,
  async ({ story, filterPage, worker }) => {
    expect(story).toBeDefined();
    const { providers } = await filterPage.readState();
    const tabUrl = filterPage.page.url();
    const tabId = await worker.evaluate(async (url) => (await chrome.tabs.query({ url }))[0]?.id, tabUrl);

    /** Asks the content script, as the background does. */
    const ask = (request: object) =>
      worker.evaluate(
        async ([id, asked]) => chrome.tabs.sendMessage(id, { channel: 'steward/page', request: asked }),
        [tabId as number, request] as const,
      ) as Promise<{ ok: boolean; value: { stateHash: string } }>;
    const read = async () => (await ask({ type: 'get-context', adapterId: 'model-filter' })).value.stateHash;

    const property = fc.asyncProperty(restorableStates(providers), async (state) => {
      const expectedStateHash = await read();
      const applied = await ask({
        type: 'apply-state',
        adapterId: 'model-filter',
        executionId: crypto.randomUUID(),
        state,
        timeoutMs: 10_000,
        expectedStateHash,
      });
      const wanted = stateHash(normalised(state));
      expect(applied).toEqual({ ok: true, value: { stateHash: wanted } });
      expect([await read(), await read()]).toEqual([wanted, wanted]);
      expect(await filterPage.readRestorableState()).toEqual(normalised(state));
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  },
);

/** Texts that can be rules (docs/page-protocol.md), of every script. */
const patterns = fc
  .oneof(
    fc.stringMatching(/^[a-z0-9*?[\]!:./-]{1,20}$/),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  )
  .map((text) => text.replaceAll(/[,\n\r\u2028\u2029]/g, ''))
  .filter((text) => text !== '' && text.trim() === text);

const ruleLists = fc.uniqueArray(patterns, { maxLength: 6 });

/** States as they may be asked for: rules of any providers, in any order, empty lists among them. */
function restorableStates(providers: readonly string[]): fc.Arbitrary<RestorableState> {
  return fc
    .record({
      provider: fc.constantFrom(...providers),
      drafts: fc.shuffledSubarray([...providers]).chain((chosen) =>
        fc
          .array(fc.record({ ignore: ruleLists, whitelist: ruleLists }), {
            minLength: chosen.length,
            maxLength: chosen.length,
          })
          .map((sets) =>
            chosen.map((provider, index): [string, RuleSet] => [provider, sets[index] ?? EMPTY]),
          ),
      ),
      search: fc.oneof(fc.constantFrom('', ' ', 'GPT'), fc.string({ unit: 'binary', maxLength: 20 })),
    })
    .map(({ drafts, ...rest }) => ({ ...rest, drafts: Object.fromEntries(drafts) }));
}

const EMPTY: RuleSet = { ignore: [], whitelist: [] };

/** As a page tells it: providers without rules are left out, the others come in code-unit order. */
function normalised({ provider, drafts, search }: RestorableState): RestorableState {
  const sets = Object.entries(drafts).filter(([, set]) => set.ignore.length + set.whitelist.length > 0);
  return { provider, search, drafts: Object.fromEntries(sets.sort(([a], [b]) => (a < b ? -1 : 1))) };
}
