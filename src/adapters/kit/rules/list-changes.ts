import { without } from '../without';

/** One difference between two lists of rules. */
export type ListChange =
  | { kind: 'added' | 'removed'; pattern: string }
  /** The remaining rules are in another order, or new rules are between them. */
  | { kind: 'modified'; pattern: null };

/** The changes from one list of rules to another. A rule that only moved is neither removed nor added. */
export function listChanges(before: readonly string[], after: readonly string[]): ListChange[] {
  const removed = without(before, after);
  const added = without(after, before);
  // New rules are expected at the end; any other order is reported as a reordering.
  const isReordered = !sameTexts([...without(before, removed), ...added], after);
  return [
    ...removed.map((pattern) => ({ kind: 'removed' as const, pattern })),
    ...added.map((pattern) => ({ kind: 'added' as const, pattern })),
    ...(isReordered ? [{ kind: 'modified' as const, pattern: null }] : []),
  ];
}

/** True if two lists hold the same texts in the same order. */
export function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}
