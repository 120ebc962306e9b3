import { applyPatch, escapePathComponent, type Operation } from 'fast-json-patch';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { canonicalJson, isSameJson } from '../hash';
import { diffLists } from './diff-lists';

/**
 * The RFC 6902 patch that turns `from` into `to`, in few operations. Lists are compared by their items, so that an item
 * inserted at the front doesn't replace all others; a list is replaced as a whole if that is shorter.
 */
export function diffStates(from: Json, to: Json): Operation[] {
  return diffValues(from, to, '');
}

/** Applies a patch. Modifies `state` in place. Throws the patch library's error if the patch doesn't fit. */
export function applyDelta(state: Json, patch: readonly Operation[]): Json {
  // Clone: the patch's values become part of the state, which later patches modify.
  return applyPatch(state, structuredClone([...patch]), false, true, true).newDocument;
}

function diffValues(from: Json, to: Json, path: string): Operation[] {
  if (Array.isArray(from) && Array.isArray(to)) return diffItems(from, to, path);
  if (isJsonObject(from) && isJsonObject(to)) return diffMembers(from, to, path);
  return isSameJson(from, to) ? [] : [{ op: 'replace', path, value: to }];
}

function diffMembers(from: JsonObject, to: JsonObject, path: string): Operation[] {
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  return [
    ...removed.map((key): Operation => ({ op: 'remove', path: below(path, key) })),
    ...Object.entries(to).flatMap(([key, value]): Operation[] => {
      const before = Object.hasOwn(from, key) ? from[key] : undefined;
      const member = below(path, key);
      return before === undefined ? [{ op: 'add', path: member, value }] : diffValues(before, value, member);
    }),
  ];
}

function diffItems(from: readonly Json[], to: readonly Json[], path: string): Operation[] {
  const hunks = diffLists(from.map(canonicalJson), to.map(canonicalJson));
  // From the last to the first, so that the indices of earlier hunks stay valid.
  const operations = hunks.reverse().flatMap(({ start, end, toStart, toEnd }) => {
    const before = from.slice(start, end);
    const after = to.slice(toStart, toEnd);
    const pairs = Math.min(before.length, after.length);
    return [
      ...before
        .slice(pairs)
        .map((): Operation => ({ op: 'remove', path: below(path, String(start + pairs)) })),
      ...after.slice(pairs).map(
        (value, index): Operation => ({
          op: 'add',
          path: below(path, String(start + pairs + index)),
          value,
        }),
      ),
      ...before
        .slice(0, pairs)
        .flatMap((value, index) =>
          diffValues(value, after[index] ?? null, below(path, String(start + index))),
        ),
    ];
  });
  const whole: Operation[] = [{ op: 'replace', path, value: to }];
  return lengthOf(operations) <= lengthOf(whole) ? operations : whole;
}

function below(path: string, key: string): string {
  return `${path}/${escapePathComponent(key)}`;
}

function lengthOf(operations: readonly Operation[]): number {
  return JSON.stringify(operations).length;
}
