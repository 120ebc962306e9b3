import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import { decideModels } from '@/src/adapters/model-filter/decide-models';
import type { RuleSet } from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { atMost, type BenchRow } from '../bench-row';
import { pairRow } from '../measure';

const MODELS = Array.from({ length: 10_000 }, (_, at) => `openai/vendor-${at % 40}/model-${at}`).sort();
/** The page's rules and the rules to import; 150 of the 250 ignore rules are in both. */
const BEFORE: RuleSet = { ignore: patterns(0), whitelist: patterns(2_000) };
const IMPORTED: RuleSet = { ignore: patterns(100), whitelist: patterns(5_000) };
const CONTEXT = modelFilterState({ models: { openai: MODELS }, drafts: { openai: BEFORE } });

/** Measures the preview of a large import for an approval card, with 10,000 models and 500 rules. */
export async function importPreviewSpeedRows(): Promise<BenchRow[]> {
  return [await importPreviewRow('replace'), await importPreviewRow('merge')];
}

function importPreviewRow(mode: 'replace' | 'merge'): Promise<BenchRow> {
  return pairRow({
    what: `preview of an import of 500 rules, 10,000 models (${mode})`,
    against: 'deciding all models under the rules before and after',
    goal: atMost(5),
    rounds: 10,
    warmUpRounds: 2,
    // A new list in each round, since decisions are cached by list.
    prepare: () => [...MODELS],
    measured: () => previewImport(mode),
    baseline: (ids) => [decideModels(ids, BEFORE), decideModels(ids, IMPORTED)],
  });
}

async function previewImport(mode: string): Promise<void> {
  const args = { ...IMPORTED, mode };
  await modelFilterCalls.dryRun.compute(
    [{ executionId: 'import', tool: 'import_rules', args, leftOut: [] }],
    structuredClone(CONTEXT),
    { read: notNeeded, look: notNeeded },
  );
}

async function notNeeded(): Promise<never> {
  throw new Error('the models of every provider are loaded, so nothing is asked of the page');
}

function patterns(from: number): string[] {
  const shapes = (at: number) => [`vendor-${at % 40}/model-*${at}`, `*-${at}`, `model-${at}*`, `*-${at}-*`];
  return Array.from({ length: 250 }, (_, at) => shapes(from + at)[at % 4] ?? '');
}
