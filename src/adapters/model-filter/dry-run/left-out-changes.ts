import { type ListChange, listChanges } from '../../kit/rule-list/list-changes';

/**
 * The changes that a given list would make, in the order in which differences are shown. Each rule occurs
 * once.
 */
export function changesByList(before: readonly string[], given: readonly string[]): ListChange[] {
  return listChanges(before, [...new Set(given)]);
}

/**
 * The given list without some of its changes: a left-out addition is not in it; a left-out removal is back at
 * its old position, after the nearest rule that preceded it there.
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
  const whole = withReturned(before, list, patterns('removed'));
  return patterns('modified').size > 0 ? inOldOrder(before, whole) : whole;
}

/** Restores rules after the nearest rule that preceded them, or at the start if there is none. */
function withReturned(
  before: readonly string[],
  list: readonly string[],
  returned: ReadonlySet<string | null>,
): string[] {
  const inList = new Set(list);
  const front: string[] = [];
  const behind = new Map<string, string[]>();
  let place = front;
  for (const pattern of before) {
    if (returned.has(pattern)) {
      place.push(pattern);
    } else if (inList.has(pattern)) {
      place = [];
      behind.set(pattern, place);
    }
  }
  const whole = [...front];
  for (const pattern of list) {
    // Most patterns have none behind them.
    whole.push(pattern, ...(behind.get(pattern) ?? []));
    // A list may hold a rule twice; restored rules go after the first.
    behind.delete(pattern);
  }
  return whole;
}

/** Existing rules in their old order, followed by the new ones. */
function inOldOrder(before: readonly string[], list: readonly string[]): string[] {
  const [inBefore, inList] = [new Set(before), new Set(list)];
  return [
    ...before.filter((pattern) => inList.has(pattern)),
    ...list.filter((pattern) => !inBefore.has(pattern)),
  ];
}
