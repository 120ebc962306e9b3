import { isSameJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-values';
import type { Json, JsonObject } from '@/src/schema/values/json';

/** A change of one entry: those of its members that change, before and after. */
export type EntryChange = { key: string; before: JsonObject; after: JsonObject };

/** The change that gives an entry these members; null if it has them already. */
export function entryChange(
  key: string,
  now: JsonObject | null | undefined,
  wanted: JsonObject,
): EntryChange | null {
  const names = differing(membersOf(now, Object.keys(wanted)), wanted);
  return names.length === 0 ? null : { key, before: membersOf(now, names), after: membersOf(wanted, names) };
}

/** Names of the members that differ from those given. */
export function differing(entry: JsonObject, members: JsonObject): string[] {
  return Object.keys(members).filter((name) => !isSameJson(memberOf(entry, name), memberOf(members, name)));
}

/** These members of an entry; each null if the entry is gone. */
export function membersOf(entry: JsonObject | null | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, entry ? memberOf(entry, name) : null]));
}

/**
 * The part of an earlier state that can be applied to a page on which Steward neither creates nor deletes entries: entries created since
 * stay, and those deleted since don't come back. `gone`: the keys of the deleted ones. `isSame`: false if the two entries only share a
 * key: one was created after the other had been deleted.
 */
export function takeableEntries<Entry extends Json>(
  now: { readonly [key: string]: Entry },
  wanted: { readonly [key: string]: Entry },
  isSame: (one: Entry, other: Entry) => boolean,
): { state: { [key: string]: Entry }; gone: string[] } {
  const earlier = Object.entries(wanted);
  const isThere = ([key, entry]: [string, Entry]) => {
    const found = now[key];
    return found !== undefined && isSame(found, entry);
  };
  return {
    state: { ...now, ...Object.fromEntries(earlier.filter(isThere)) },
    gone: earlier.filter((one) => !isThere(one)).map(([key]) => key),
  };
}
