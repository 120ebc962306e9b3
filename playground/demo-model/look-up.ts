import { assertNever } from '../assert-never';
import { callItem, outcomeOf, type PlanContext, type PlanItem } from './plan-item';
import { nameListOf, type Outcome } from './read-tool-results';

/** What a look-up brought. `total` is larger than the list where the tool cut it. `due`: it has to be made first. */
export type Lookup =
  | { kind: 'names'; names: string[]; total: number }
  | { kind: 'failed'; message: string }
  | { kind: 'due'; item: PlanItem };

/** The names that a pattern matches, as the page's tool tells them. */
export function lookUpMatches(pattern: string, context: PlanContext, reason: string): Lookup {
  const item = callItem(context, 'get_models_matching_pattern', { pattern }, reason);
  const outcome = outcomeOf(item, context);
  if (outcome === null) return { kind: 'due', item: { ...item, purpose: 'lookup' } };
  return readLookup(outcome, (data) => nameListOf(data, 'matching_models'));
}

/** What a look-up's result holds, by the reader for it; nothing that matches is a list without names. */
export function readLookup(
  outcome: Outcome,
  read: (data: Record<string, unknown>) => { names: string[]; total: number } | null,
): Exclude<Lookup, { kind: 'due' }> {
  switch (outcome.kind) {
    case 'success': {
      const list = read(outcome.data);
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
