import { assertNever } from '../assert-never';
import type { ToolCall } from './demo-reply';
import type { PageSight } from './read-conversation';
import { type MadeCall, nameListOf, type Outcome } from './read-tool-results';

/**
 * One thing to do about a message. A `call` stands in the plan whether it was made or not; one made for a `lookup`
 * isn't reported. An `answer` is worded at the end, from the page as it is then; null says nothing. A `problem` is
 * something that could not be done, so that nothing is saved over it.
 */
export type PlanItem =
  | { kind: 'call'; purpose: 'order' | 'lookup'; call: ToolCall; reason: string }
  | { kind: 'answer'; text: (now: PageSight) => string | null }
  | { kind: 'problem'; text: string };

/** The tools that the demo model knows how to use. */
export type KnownTool =
  | 'add_ignore_rule'
  | 'remove_ignore_rule'
  | 'add_whitelist_rule'
  | 'remove_whitelist_rule'
  | 'get_models_matching_pattern'
  | 'explain_model_status'
  | 'get_model_details'
  | 'save_changes'
  | 'discard_changes';

export function callItem(name: KnownTool, values: Record<string, unknown>, reason: string): PlanItem {
  return { kind: 'call', purpose: 'order', call: { name, arguments: values }, reason };
}

export function problem(text: string): PlanItem {
  return { kind: 'problem', text };
}

/** What a plan is made from. Lookups are by pattern: the names that match, or why they aren't known. */
export interface PlanContext {
  sight: PageSight;
  lookups: ReadonlyMap<string, Lookup>;
}

/** What a look-up brought. `total` is larger than the list where the tool cut it. */
export type Lookup = { kind: 'names'; names: string[]; total: number } | { kind: 'failed'; message: string };

/** The lookups among the calls that were made. */
export function lookupsOf(calls: readonly MadeCall[]): Map<string, Lookup> {
  return new Map(
    calls.flatMap(({ call, outcome }): [string, Lookup][] => {
      const { pattern } = call.arguments;
      const isLookup = call.name === 'get_models_matching_pattern' && typeof pattern === 'string';
      return isLookup ? [[pattern, readLookup(outcome)]] : [];
    }),
  );
}

function readLookup(outcome: Outcome): Lookup {
  switch (outcome.kind) {
    case 'success': {
      const list = nameListOf(outcome.data, 'matching_models');
      return list === null
        ? { kind: 'failed', message: 'the result lists no models' }
        : { kind: 'names', ...list };
    }
    case 'failure':
      return outcome.code === 'no_match'
        ? { kind: 'names', names: [], total: 0 }
        : { kind: 'failed', message: outcome.message };
    case 'unreadable':
      return { kind: 'failed', message: 'the result is not in a form that I can read' };
    case 'missing':
      return { kind: 'failed', message: 'no result arrived' };
    default:
      return assertNever(outcome);
  }
}
