import { canonicalJson } from '../hash';
import type { Json } from '../json';
import { isJsonObject } from '../tools/is-json-object';

/**
 * What lies between two states, by dotted path (`rules.ignore`), for people to read (ledger A-083..A-085). Of a list:
 * its items; of anything else that is new or gone: the value itself. A key that isn't a plain word stands in brackets
 * (`drafts["a.b"]`), so that no two paths look alike; the state itself is the empty path.
 */
export interface DeltaDescription {
  added: Record<string, Json[]>;
  removed: Record<string, Json[]>;
  /** A list stands here, whole, if the items that stayed changed their order. */
  modified: Record<string, { old: Json; new: Json }>;
}

/** One entry for the description, before it is put in its place. */
type Entry =
  | { kind: 'added' | 'removed'; path: string; items: Json[] }
  | { kind: 'modified'; path: string; old: Json; new: Json };

/** Describes the way from one state to another. Equal states give an empty description. */
export function describeDelta(from: Json, to: Json): DeltaDescription {
  const entries = compare(from, to, '');
  // From entries, not by assignment: a path such as `__proto__` becomes a key like any other.
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
  if (canonicalJson(from) === canonicalJson(to)) return [];
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

/** A value that is new or gone, down to its lists. */
function whole(kind: 'added' | 'removed', value: Json | undefined, path: string): Entry[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return [{ kind, path, items: value }];
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [{ kind, path, items: [value] }];
  return Object.entries(value).flatMap(([key, member]) => whole(kind, member, dotted(path, key)));
}

function compareLists(from: readonly Json[], to: readonly Json[], path: string): Entry[] {
  const removed = without(from, to);
  const added = without(to, from);
  const isReordered = canonicalJson(without(from, removed)) !== canonicalJson(without(to, added));
  return [
    ...(removed.length > 0 ? [{ kind: 'removed' as const, path, items: removed }] : []),
    ...(added.length > 0 ? [{ kind: 'added' as const, path, items: added }] : []),
    ...(isReordered ? [{ kind: 'modified' as const, path, old: [...from], new: [...to] }] : []),
  ];
}

/** The items of `list` that are left when each item of `others` has taken one like it away. */
function without(list: readonly Json[], others: readonly Json[]): Json[] {
  const toTake = new Map<string, number>();
  for (const text of others.map(canonicalJson)) toTake.set(text, (toTake.get(text) ?? 0) + 1);
  return list.filter((item) => {
    const text = canonicalJson(item);
    const left = toTake.get(text) ?? 0;
    toTake.set(text, left - 1);
    return left <= 0;
  });
}

function dotted(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
