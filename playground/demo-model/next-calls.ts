import type { ToolCall } from './demo-reply';
import { isRefused, isSettled } from './describe-outcome';
import type { PlanItem } from './plan-item';
import { callKey, type MadeCall, type Outcome } from './read-tool-results';

/** How often one call is made in all, when the page changed under it. */
const MAX_ATTEMPTS = 2;

/** Tools whose calls wait for all others, and go out alone. */
const FINAL_TOOLS: ReadonlySet<string> = new Set(['save_changes', 'discard_changes']);
const READ_TOOLS: ReadonlySet<string> = new Set([
  'get_models_matching_pattern',
  'explain_model_status',
  'get_model_details',
  'list_models',
  'list_rules',
  'preview_rules',
]);
/** Tools that the person is asked about: what follows them waits for the answer. */
const ASKING_TOOLS: ReadonlySet<string> = new Set([
  'clear_all_ignore_rules',
  'clear_all_whitelist_rules',
  'import_rules',
  'apply_rules',
]);
const NAVIGATING_TOOLS: ReadonlySet<string> = new Set(['switch_provider', 'refresh_models']);

type PlannedCall = Extract<PlanItem, { kind: 'call' }>;

/** How a planned call stands. `missing-tool`: the request doesn't offer it. `held-back`: something before it went wrong. */
export type CallState =
  | { kind: 'due'; isRetry: boolean }
  | { kind: 'done'; made: MadeCall; attempts: number }
  | { kind: 'missing-tool' }
  | { kind: 'held-back'; why: 'refused' | 'failed' };

export interface Progress {
  item: PlanItem;
  /** Null for what is no call, and for a call that stands in the plan before. */
  state: CallState | null;
  /** Whether all that stands before it in the plan worked out, as far as it was tried. */
  isDoneBefore: boolean;
}

/** How far a plan has come, judged by the calls that were made since the message. */
export function trackProgress(
  plan: readonly PlanItem[],
  madeCalls: readonly MadeCall[],
  offeredTools: ReadonlySet<string>,
): Progress[] {
  const seen = new Set<string>();
  let isRefusedSoFar = false;
  let isFailedSoFar = false;
  return plan.map((item) => {
    if (item.kind === 'problem') isFailedSoFar = true;
    const isDoneBefore = !isFailedSoFar && !isRefusedSoFar;
    if (item.kind !== 'call') return { item, state: null, isDoneBefore };
    const key = callKey(item.call);
    if (seen.has(key)) return { item, state: null, isDoneBefore };
    seen.add(key);
    const attempts = madeCalls.filter(({ call }) => callKey(call) === key);
    const state = stateOf(item, attempts, offeredTools, { isRefusedSoFar, isFailedSoFar });
    if (state.kind === 'done' && item.purpose !== 'attempt') {
      if (isRefused(state.made.outcome)) isRefusedSoFar = true;
      if (!isSettled(state.made.outcome)) isFailedSoFar = true;
    }
    if (state.kind === 'missing-tool') isFailedSoFar = true;
    return { item, state, isDoneBefore };
  });
}

function stateOf(
  { call }: PlannedCall,
  attempts: readonly MadeCall[],
  offeredTools: ReadonlySet<string>,
  sofar: { isRefusedSoFar: boolean; isFailedSoFar: boolean },
): CallState {
  const made = attempts.at(-1);
  if (made !== undefined && !(isWorthRetry(made.outcome) && attempts.length < MAX_ATTEMPTS)) {
    return { kind: 'done', made, attempts: attempts.length };
  }
  if (sofar.isRefusedSoFar) return { kind: 'held-back', why: 'refused' };
  if (sofar.isFailedSoFar && FINAL_TOOLS.has(call.name)) return { kind: 'held-back', why: 'failed' };
  if (!offeredTools.has(call.name)) return { kind: 'missing-tool' };
  return { kind: 'due', isRetry: made !== undefined };
}

function isWorthRetry(outcome: Outcome): boolean {
  return outcome.kind === 'failure' && outcome.code === 'page_changed';
}

/**
 * The calls for the next answer: those due, in order, as long as they don't depend on one another. Changes go
 * together, and so do questions and what the person is asked about; saving and discarding go alone. Look-ups go first.
 */
export function callsDue(
  progress: readonly Progress[],
): { call: ToolCall; reason: string; isRetry: boolean }[] {
  const all = progress.flatMap(({ item, state }) =>
    item.kind === 'call' && state?.kind === 'due'
      ? [
          {
            call: item.call,
            reason: item.reason,
            isRetry: state.isRetry,
            isLookup: item.purpose === 'lookup',
          },
        ]
      : [],
  );
  const lookups = all.filter(({ isLookup }) => isLookup);
  // What is looked up may change what is to be done, so nothing is changed before.
  const due = lookups.length > 0 ? lookups : all;
  const [first] = due;
  if (first === undefined) return [];
  const lane = laneOf(first.call);
  if (lane === 'final') return [first];
  const end = due.findIndex(({ call }) => laneOf(call) !== lane);
  return end < 0 ? due : due.slice(0, end);
}

function laneOf({ name }: ToolCall): 'read' | 'change' | 'ask' | 'navigate' | 'final' {
  if (FINAL_TOOLS.has(name)) return 'final';
  if (ASKING_TOOLS.has(name)) return 'ask';
  if (NAVIGATING_TOOLS.has(name)) return 'navigate';
  return READ_TOOLS.has(name) ? 'read' : 'change';
}
