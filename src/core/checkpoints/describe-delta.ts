import { isJsonObject, type Json } from '@/src/schema/values/json';
import { canonicalJson, isSameJson } from '../hash';

/**
 * The differences between two states, by dotted path (`rules.ignore`), for display. At the path of a list are the items that
 * were added or removed; at any other path is the value itself. A key with special characters is written in brackets
 * (`drafts["a.b"]`), so that paths are unambiguous. The path of the state itself is empty.
 */
export interface DeltaDescription {
  added: Record<string, Json[]>;
  removed: Record<string, Json[]>;
  /** Contains a whole list if its remaining items changed their order. */
  modified: Record<string, { old: Json; new: Json }>;
}

type Entry =
  | { kind: 'added' | 'removed'; path: string; items: Json[] }
  | { kind: 'modified'; path: string; old: Json; new: Json };

/** Describes the differences between two states. Equal states give an empty description. */
export function describeDelta(from: Json, to: Json): DeltaDescription {
  const entries = compare(from, to, '');
  // Object.fromEntries, since an assignment to a path such as `__proto__` would not create a key.
  const itemsOf = (kind: 'added' | 'removed') =>
    Object.fromEntries(
      entries.flatMap((entry) => (entry.kind === kind ? [[entry.path, entry.items] as const] : [])),
    );
  return {
    added: itemsOf('added'),
    removed: itemsOf('removed'),
    modified: Object.fromEntries(
      entries.flatMap((entry) =>
        entry.kind === 'modified' ? [[entry.path, { old: entry.old, new: entry.new }] as const] : [],
      ),
    ),
  };
}

function compare(from: Json, to: Json, path: string): Entry[] {
  if (isSameJson(from, to)) return [];
  if (Array.isArray(from) && Array.isArray(to)) return compareLists(from, to, path);
  if (!isJsonObject(from) || !isJsonObject(to)) return [{ kind: 'modified', path, old: from, new: to }];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys.flatMap((key) => {
    const member = dotted(path, key);
    const before = Object.hasOwn(from, key) ? from[key] : undefined;
    const after = Object.hasOwn(to, key) ? to[key] : undefined;
    if (before !== undefined && after !== undefined) return compare(before, after, member);
    return [...whole('removed', before, member), ...whole('added', after, member)];
  });
}

/** The differences for an added or removed value: one for each list in it, and for each value that is in no list. */
function whole(kind: 'added' | 'removed', value: Json | undefined, path: string): Entry[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return [{ kind, path, items: value }];
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [{ kind, path, items: [value] }];
  return Object.entries(value).flatMap(([key, member]) => whole(kind, member, dotted(path, key)));
}

function compareLists(from: readonly Json[], to: readonly Json[], path: string): Entry[] {
  const removed = without(from, to);
  const added = without(to, from);
  const isReordered = !isSameJson(without(from, removed), without(to, added));
  return [
    ...(removed.length > 0 ? [{ kind: 'removed' as const, path, items: removed }] : []),
    ...(added.length > 0 ? [{ kind: 'added' as const, path, items: added }] : []),
    ...(isReordered ? [{ kind: 'modified' as const, path, old: [...from], new: [...to] }] : []),
  ];
}

/** The items that remain of `list` when each item of `others` removes one equal item. */
function without(list: readonly Json[], others: readonly Json[]): Json[] {
  const counts = new Map<string, number>();
  for (const text of others.map(canonicalJson)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return list.filter((item) => {
    const text = canonicalJson(item);
    const removable = counts.get(text) ?? 0;
    counts.set(text, removable - 1);
    return removable <= 0;
  });
}

function dotted(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
