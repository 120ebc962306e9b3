import { listChanges } from '../diff-context';

/** One change that a given list would make to a list of rules. */
export type ListChange =
  | { kind: 'added' | 'removed'; pattern: string }
  /** The rules that stay are in another order, or new ones stand between them. */
  | { kind: 'modified'; pattern: null };

/** What a given list would change, in the order in which differences are told. Each rule is named once. */
export function changesByList(before: readonly string[], given: readonly string[]): ListChange[] {
  return listChanges(before, [...new Set(given)]).map((change): ListChange => {
    if (change.type === 'rules_reordered') return { kind: 'modified', pattern: null };
    return { kind: change.type === 'rule_added' ? 'added' : 'removed', pattern: change.pattern };
  });
}

/**
 * The given list without some of its changes: a rule whose addition is left out isn't in it, one whose removal is left
 * out is back at its old place, behind the nearest rule that stood before it there.
 */
export function withoutChanges(
  before: readonly string[],
  given: readonly string[],
  isLeftOut: (change: ListChange) => boolean,
): string[] {
  const changes = changesByList(before, given).filter(isLeftOut);
  const patterns = (kind: ListChange['kind']) =>
    new Set(changes.flatMap((change) => (change.kind === kind ? [change.pattern] : [])));
  const notAdded = patterns('added');
  const list = given.filter((pattern) => !notAdded.has(pattern));
  for (const pattern of patterns('removed')) {
    if (pattern !== null) list.splice(oldPlace(before, list, pattern), 0, pattern);
  }
  return patterns('modified').size > 0 ? inOldOrder(before, list) : list;
}

function oldPlace(before: readonly string[], list: readonly string[], pattern: string): number {
  const earlier = before.slice(0, before.indexOf(pattern));
  const nearest = earlier.findLast((other) => list.includes(other));
  return nearest === undefined ? 0 : list.indexOf(nearest) + 1;
}

/** The rules that were there in their old order, the new ones behind them. */
function inOldOrder(before: readonly string[], list: readonly string[]): string[] {
  const kept = before.filter((pattern) => list.includes(pattern));
  return [...kept, ...list.filter((pattern) => !before.includes(pattern))];
}
