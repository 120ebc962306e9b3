import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { packCheckpoint } from '@/src/store/packed-state';
import { type BenchRow, sum } from '../bench-row';
import { largeContext, TYPICAL_MIX } from './large-context';
import { naiveContext } from './naive-context';
import { typicalCheckpoints } from './typical-checkpoints';
import { typicalContexts, typicalStates } from './typical-states';

/** Default budget of a new chat. */
const DEFAULT_BUDGET_TOKENS = 8_000;
/** A budget that no page exceeds. */
const AMPLE_BUDGET_TOKENS = 10_000_000;
const GOAL = 0.15;

/** Measures the size of the page's state in a request. */
export function contextSizeRows(): BenchRow[] {
  const typical = typicalContexts();
  const [ample, byDefault] = [AMPLE_BUDGET_TOKENS, DEFAULT_BUDGET_TOKENS].map((budgetTokens) =>
    encoded(typical, budgetTokens),
  );
  const isWhole = ample === byDefault;
  const huge = largeContext(10_000, 500, TYPICAL_MIX);
  return [
    {
      ...sizes('typical catalogue, every name sent', typical, AMPLE_BUDGET_TOKENS),
      atMost: GOAL,
      notes: [
        'All providers of the playground’s catalogue in turn, five ignore and two whitelist rules each.',
        'Tokens are estimated as everywhere in Steward, alike on both sides.',
      ],
    },
    {
      ...sizes('typical catalogue, budget of 8,000 tokens', typical, DEFAULT_BUDGET_TOKENS),
      atMost: isWhole ? undefined : GOAL,
      notes: [
        isWhole
          ? 'Every provider’s models fit the budget by name, so the goal counts for the row above.'
          : 'Some providers’ models don’t fit the budget by name and are summarised.',
      ],
    },
    {
      ...sizes('10,000 models, 500 rules, budget of 8,000 tokens', [huge], DEFAULT_BUDGET_TOKENS),
      notes: ['Summarised by groups with exact counts.'],
    },
  ];
}

// Joined, since the estimate rounds up each text.
function encoded(contexts: readonly ModelFilterContext[], budgetTokens: number): string {
  return contexts.map((context) => encodeContext(context, budgetTokens)).join('');
}

function sizes(what: string, contexts: readonly ModelFilterContext[], budgetTokens: number): BenchRow {
  const models = sum(contexts.map((context) => context.models[context.provider]?.length ?? 0));
  const naive = contexts.map((context) => JSON.stringify(naiveContext(context))).join('');
  return {
    what,
    against: 'compact JSON that spells out each model with id, name, status and rule',
    unit: 'tokens per model',
    measured: [estimateTokens(encoded(contexts, budgetTokens)) / models],
    baseline: [estimateTokens(naive) / models],
  };
}

const CHECKPOINTS = 2_000;

/** Measures the disk space of checkpoints. */
export async function checkpointSizeRows(): Promise<BenchRow[]> {
  const checkpoints = typicalCheckpoints(CHECKPOINTS);
  const rows = await Promise.all(checkpoints.map(packCheckpoint));
  const fullStates = mean(typicalStates(CHECKPOINTS));
  const contents = mean(rows.map(({ content }) => content));
  const afters = mean(rows.map(({ after }) => after?.content ?? null));
  const ofWhole = (all: readonly { content: { kind: string } }[]) =>
    mean(all.map(({ content }) => (content.kind === 'patch' ? null : content)));
  const share = (bytes: number) => `${((100 * bytes) / fullStates).toFixed(1)} %`;
  return [
    {
      what: 'a checkpoint’s states, mean',
      against: 'the full state each time, as it is',
      unit: 'bytes',
      measured: [contents + afters],
      baseline: [fullStates],
      atMost: 0.1,
      notes: [
        'Counted is what a row holds: the bytes of what is packed, and JSON for the rest, which is about what a structured clone of it takes.',
        `Every tenth is kept whole and packed, which is ${share(ofWhole(rows))} of the baseline; unpacked it would be ${share(ofWhole(checkpoints))}.`,
        `Of the rest, ${share(contents - ofWhole(rows))} is for the states, ${share(afters)} for those right after the changes.`,
        `A whole row, with its labels, ids and hashes, has ${Math.round(mean(rows))} bytes.`,
      ],
    },
  ];
}

function mean(values: readonly unknown[]): number {
  return sum(values.map(storedBytes)) / values.length;
}

/** Size as JSON, with byte arrays counted by their length; `null` counts as 0. */
function storedBytes(value: unknown): number {
  if (value === null) return 0;
  let packed = 0;
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (!(part instanceof Uint8Array)) return part;
    packed += part.byteLength;
    return '';
  });
  return Buffer.byteLength(text) + packed;
}
