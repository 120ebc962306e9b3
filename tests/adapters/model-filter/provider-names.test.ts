// @document
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { diffContext } from '@/src/adapters/model-filter/diff';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { encodeState, rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import { applyDelta, diffStates } from '@/src/core/checkpoints/diff-states';
import { mergeStates } from '@/src/core/checkpoints/merge-states';
import { canonicalJson, hashJson } from '@/src/core/hash';
import { pageReplySchemas } from '@/src/messages/page-answers';
import type { Json } from '@/src/schema/values/json';
import { changeOf, createDryRunBench } from './dry-run/dry-run-bench';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'openai'];

let leave = () => {};
afterEach(() => leave());

function openBench(provider: string, others: readonly string[] = []) {
  leave();
  const providers = [...new Set([provider, 'openai', ...others])].sort();
  const bench = createDryRunBench(document, {
    provider: 'openai',
    providers,
    models: Object.fromEntries(providers.map((name) => [name, [`${name}/a`, `${name}/b`]])),
  });
  leave = bench.page.remove;
  return bench;
}

it.each(NAMES)('rules of a provider named %s are shown, changed, saved and restored', async (provider) => {
  const { page, read, compute, run } = openBench(provider);
  const half = createModelFilterPage(document);
  const { signal } = new AbortController();
  const before = await read();

  const call = ['add_ignore_rule', { pattern: 'a', provider }] as const;
  const computed = changeOf((await compute(call)).dryRun.calls[0]);
  const added = await run(...call);
  expect(added.result).toMatchObject({ success: true, data: { affected_models: ['a'] } });
  expect(canonicalJson(added.steps)).toBe(canonicalJson([computed.step]));
  const rules = Object.fromEntries([[provider, { ignore: ['a'], whitelist: [] }]]);
  expect(JSON.stringify(page.state.drafts)).toBe(JSON.stringify(rules));

  const after = await read();
  expect(hashJson(modelFilter.restorableState(after))).toBe(computed.after?.stateHash);
  expect(diffContext(before, after, 0)).toMatchObject([{ type: 'rule_added', pattern: 'a', provider }]);
  expect((await run('list_rules', { provider })).result.data).toMatchObject({ total: 1 });
  expect(modelFilter.pageLine(after).unsaved).toBe(true);
  expect(modelFilter.encodeContext(after, 8_000)).toContain(`unsaved changes: ${provider}`);

  expect((await run('save_changes', {})).result).toMatchObject({ success: true });
  expect(JSON.stringify(page.proxy.file)).toBe(JSON.stringify(rules));
  const restored = await half.applyState(modelFilter.restorableState(before), signal);
  expect(canonicalJson(restored)).toBe(canonicalJson(modelFilter.restorableState(before)));
  expect(page.state.drafts).toEqual({});
  const again = modelFilter.saving?.stateFromSaved(
    await read(),
    modelFilter.saving?.savedState(after) ?? null,
  );
  expect(again).toMatchObject({ drafts: {} });
});

it('states with rules of such providers survive messages, checkpoints, patches and merges', async () => {
  const list = fc.uniqueArray(fc.constantFrom('a*', 'b', '[!c]', '__proto__'), {
    minLength: 1,
    maxLength: 3,
  });
  const drafts = fc
    .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 })
    .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), list))))
    .map((entries) => Object.fromEntries(entries.map(([name, ignore]) => [name, { ignore, whitelist: [] }])));
  const { page, read } = openBench('openai', NAMES);
  const half = createModelFilterPage(document);
  const { signal } = new AbortController();
  await fc.assert(
    fc.asyncProperty(drafts, drafts, async (first, second) => {
      const states: Json[] = [];
      for (const rules of [first, second]) {
        const wanted = { provider: 'openai', drafts: rules, search: '' };
        await half.applyState(wanted, signal);
        const context = await half.getContext(signal);
        const value = { context, stateHash: hashJson(half.stateOf(context)), document: 'd', order: 1 };
        const reply = pageReplySchemas['get-context'].parse(structuredClone({ ok: true, value }));
        expect(canonicalJson(reply as unknown as Json)).toBe(canonicalJson({ ok: true, value }));
        const state = modelFilter.restorableState(await read());
        expect(hashJson(state)).toBe(value.stateHash);
        expect(Object.keys((state as typeof wanted).drafts).sort()).toEqual(Object.keys(rules).sort());
        expect(canonicalJson(modelFilter.stateSchema.parse(state))).toBe(canonicalJson(state));
        states.push(state);
      }
      const [from = null, to = null] = states;
      const kept = encodeState(1, from, to);
      const chain = [
        { sequence: 0, stateHash: hashJson(from), content: { kind: 'full', state: from } },
        { sequence: 1, stateHash: hashJson(to), content: kept },
      ] as unknown as Parameters<typeof rebuildState>[0];
      expect(canonicalJson(rebuildState(chain))).toBe(canonicalJson(to));
      if (kept.kind === 'patch') {
        expect(canonicalJson(applyDelta(structuredClone(from), diffStates(from, to)))).toBe(
          canonicalJson(to),
        );
      }
      expect(canonicalJson(mergeStates(from, from, to).resolve(() => 'mine'))).toBe(canonicalJson(to));
    }),
    { numRuns: 60 },
  );
  expect(page.requests.length).toBeGreaterThan(0);
});
