import { decideModels } from '@/src/adapters/kit/rules/decide-models';
import { decisionBudget } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher, createRuleFinder } from '@/src/adapters/kit/rules/matcher';
import { rulesOf } from '@/src/adapters/kit/rules/provider-rules';
import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { diffContext } from '@/src/adapters/model-filter/diff';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import { type ModelFilterContext, restorableState } from '@/src/adapters/model-filter/model-filter-context';
import { shareBeginnings } from '@/src/adapters/model-filter/name-lines';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { whatChanged } from '@/src/core/daily/what-changed';
import { hashJson } from '@/src/core/hash';
import { createSecretRemover } from '@/src/core/secrets/secret-filter';
import { visibleJson } from '@/src/core/text/visible-json';
import type { Json } from '@/src/schema/values/json';
import { atOnce } from '@/tests/adapters/kit/at-once';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import type { BenchRow } from '../bench-row';
import { pairRow } from '../measure';
import { joinedRegex, largeContext, PLAIN_MIX, type RuleMix, TYPICAL_MIX } from './large-context';

const prepare = () => null;

/** Measures what must not take long for any input: pages of the maximum size, hostile and long texts, and large imports. */
export async function inputSpeedRows(): Promise<BenchRow[]> {
  return [...(await hugeContextRows()), ...(await longInputRows()), ...(await importPreviewRows())];
}

/** The encoding of pages of the maximum size: the time must depend on the budget, not on the page. */
async function hugeContextRows(): Promise<BenchRow[]> {
  const turns = { rounds: 5, warmUpRounds: 1, prepare };
  const numbered = (count: number, name: (number: string) => string) =>
    Array.from({ length: count }, (_, index) => `openai/${name(String(index).padStart(6, '0'))}`);
  const unseen = numbered(4_000, (number) => `\u202e${'\u200b'.repeat(470)}${number}`);
  const long = modelFilterState({ models: { openai: unseen } });
  const many = modelFilterState({ models: { openai: numbered(60_000, (number) => number) } });
  return [
    await pairRow({
      ...turns,
      what: '4,000 names of unseen characters, encoded for 8,000 tokens',
      against: 'writing each name out once',
      measured: () => encodeContext(long, 8_000),
      baseline: () => unseen.map((name) => visibleJson(name)),
      atMost: 3,
    }),
    await pairRow({
      ...turns,
      what: '60,000 names, encoded in groups for 40,000 tokens',
      against: 'the same for 2,000 tokens',
      measured: () => encodeContext(many, 40_000),
      baseline: () => encodeContext(many, 2_000),
      atMost: 40,
      notes: ['Twenty times the budget may take twenty times as long, and twice that.'],
    }),
  ];
}

/** Input that is designed to be slow or is simply long: the time must grow linearly with the length. */
async function longInputRows(): Promise<BenchRow[]> {
  const stars = `${'a*'.repeat(99)}b?`;
  const matches = createMatcher(stars, decisionBudget());
  const rules = [...Array.from({ length: 300 }, (_, n) => `*${'a'.repeat(199 - (n % 100))}b*`), stars];
  const remover = createSecretRemover(['sk-a key that is "odd"', 'another-secret-4711']);
  const piece = 'The s of sk-can in "a" C:\\users\\new line. '.repeat(25);
  /** Compares the time for an input of four times the length with the time for one of `length`. */
  const row = (what: string, length: number, workOn: (length: number) => () => unknown) =>
    pairRow({
      what,
      against: 'a quarter of it',
      // Linear time grows fourfold, quadratic time sixteenfold.
      atMost: 8,
      rounds: 9,
      warmUpRounds: 3,
      prepare,
      measured: workOn(4 * length),
      baseline: workOn(length),
    });
  return [
    await row('a name of 20,000 characters against a pattern of 99 stars', 5_000, (length) => {
      const name = `p/${'a'.repeat(length)}`;
      return () => matches(name);
    }),
    await row('a name of 5,000 characters against 301 rules that nearly match', 1_250, (length) => {
      const name = 'a'.repeat(length);
      // A new finder each time, since each has its own step budget.
      return () => atOnce(createRuleFinder(rules, decisionBudget()))(`p/${name}`, name);
    }),
    await row('10,000 names that share their beginnings', 2_500, (length) => {
      const names = Array.from({ length }, (_, n) => `provider/model-${n}`);
      return () => shareBeginnings(names, '');
    }),
    await row('an answer of 4 MB, searched for keys as it streams', 1_000, (length) => () => {
      const filter = remover.filter();
      for (let count = 0; count < length; count += 1) filter.add(piece);
      return filter.end();
    }),
  ];
}

/** The preview of a large import for an approval card, with 10,000 models and 500 rules. */
async function importPreviewRows(): Promise<BenchRow[]> {
  const models = Array.from({ length: 10_000 }, (_, at) => `openai/vendor-${at % 40}/model-${at}`).sort();
  const shapes = (at: number) => [`vendor-${at % 40}/model-*${at}`, `*-${at}`, `model-${at}*`, `*-${at}-*`];
  const patterns = (from: number) => Array.from({ length: 250 }, (_, at) => shapes(from + at)[at % 4] ?? '');
  // 150 of the 250 ignore rules are in both.
  const before = { ignore: patterns(0), whitelist: patterns(2_000) };
  const imported = { ignore: patterns(100), whitelist: patterns(5_000) };
  const context = modelFilterState({ models: { openai: models }, drafts: { openai: before } });
  const notNeeded = async (): Promise<never> => {
    throw new Error('the models of every provider are loaded, so nothing is asked of the page');
  };
  const row = (mode: 'replace' | 'merge') =>
    pairRow({
      what: `preview of an import of 500 rules, 10,000 models (${mode})`,
      against: 'deciding all models under the rules before and after',
      atMost: 5,
      rounds: 10,
      warmUpRounds: 2,
      // A new list in each round, since decisions are cached by list.
      prepare: () => [...models],
      measured: () => {
        const args = { ...imported, mode };
        const call = { executionId: 'import', tool: 'import_rules', args, leftOut: [] };
        const page = { read: notNeeded, look: notNeeded };
        return modelFilterCalls.dryRun.compute([call], structuredClone(context), page);
      },
      baseline: (ids) => [decideModels(ids, before), decideModels(ids, imported)],
    });
  return [await row('replace'), await row('merge')];
}

/** Measures the processing of the page's state at each reading, for a page far larger than real ones. */
export async function contextSpeedRows(): Promise<BenchRow[]> {
  return [
    await contextSpeedRow('10,000 models, 500 rules: statuses, hash, diff', TYPICAL_MIX, [
      'Of the rules 29 % are exact names, 29 % beginnings, 21 % parts, 14 % ends, 7 % with a ? inside.',
      'Rules are compiled in the time that is measured; the regex is compiled before.',
    ]),
    await contextSpeedRow('the same, all rules names or beginnings', PLAIN_MIX, [
      'One regex is quickest at these rules, so this is the hardest comparison.',
    ]),
    await whatChangedRow(),
  ];
}

/** The comparison of a page with what the user last saw of it: with new models, and a rule less. */
function whatChangedRow(): Promise<BenchRow> {
  const seen = largeContext(10_000, 500, TYPICAL_MIX);
  const { provider } = seen;
  const { ignore, whitelist } = rulesOf(seen.drafts, provider);
  const models = { [provider]: [...(seen.models[provider] ?? []), `${provider}/one-more`] };
  const now = { ...seen, models, drafts: { [provider]: { ignore: ignore.slice(1), whitelist } } };
  const text = JSON.stringify([seen, now]);
  const definition = modelFilter as unknown as AdapterDefinition;
  return pairRow({
    what: '10,000 models, 500 rules: what changed since the user last looked',
    against: 'deciding the models of both',
    atMost: 2,
    rounds: 10,
    warmUpRounds: 3,
    prepare: (): [Json, Json] => JSON.parse(text),
    measured: ([before, after]) => whatChanged(definition, before, after, []),
    baseline: async ([before, after]) => [
      await definition.models?.(structuredClone(before)),
      await definition.models?.(structuredClone(after)),
    ],
  });
}

function contextSpeedRow(what: string, mix: RuleMix, notes: string[]): Promise<BenchRow> {
  const before = largeContext(10_000, 500, mix);
  const { provider } = before;
  const rules = rulesOf(before.drafts, provider);
  const changed = { ...rules, ignore: ['one-rule-more', ...rules.ignore.slice(1)] };
  const after: ModelFilterContext = { ...before, drafts: { [provider]: changed } };
  const idsOf = ({ models }: ModelFilterContext) => models[provider] ?? [];
  const decide = (context: ModelFilterContext) =>
    decideModels(idsOf(context), rulesOf(context.drafts, provider));
  const regex = joinedRegex(changed);
  // The comparison would be meaningless if both did not compute the same.
  const differing = decide(after).find(({ id, rule }) => regex.test(id) !== (rule !== null));
  if (differing !== undefined) throw new Error(`rules and regex disagree about ${differing.id}`);
  // Parsed again in each round, as for a real page, so that two readings share no object.
  const text = JSON.stringify([before, after]);
  return pairRow({
    what,
    against: 'one pass of one compiled regex of all rules over the same ids',
    atMost: 3,
    notes,
    rounds: 40,
    warmUpRounds: 20,
    prepare: (): [ModelFilterContext, ModelFilterContext] => JSON.parse(text),
    measured: ([previous, next]) => [
      decide(next),
      hashJson(restorableState(next)),
      diffContext(previous, next, 0),
    ],
    baseline: ([, next]) => idsOf(next).filter((id) => regex.test(id)).length,
  });
}
