import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';

/**
 * Whether a state holds nothing but parts of two others, and all that these have in common: then a write from one to the
 * other explains it, and putting it back takes nothing away that somebody else did.
 */
export function liesBetween(state: Json, one: Json, other: Json): boolean {
  if (isSame(state, one) || isSame(state, other)) return true;
  if (Array.isArray(state) && Array.isArray(one) && Array.isArray(other)) {
    return areItemsOf(state, one, other);
  }
  if (!isObject(state) || !isObject(one) || !isObject(other)) return false;
  const names = new Set([state, one, other].flatMap((object) => Object.keys(object)));
  return [...names].every((name) =>
    liesBetween(memberOf(state, name), memberOf(one, name), memberOf(other, name)),
  );
}

/** Items in another order than in the lists they come from were moved by somebody else. */
function areItemsOf(state: Json[], one: Json[], other: Json[]): boolean {
  const [items, ones, others] = [state, one, other].map((list) => list.map((item) => canonicalJson(item)));
  if (items === undefined || ones === undefined || others === undefined) return false;
  const isKnown = items.every((item) => ones.includes(item) || others.includes(item));
  const hasCommon = ones.every((item) => !others.includes(item) || items.includes(item));
  return isKnown && hasCommon && isInOrder(items, ones) && isInOrder(items, others);
}

function isInOrder(items: readonly string[], list: readonly string[]): boolean {
  const shared = items.filter((item) => list.includes(item));
  return isSame(
    shared,
    list.filter((item) => items.includes(item)),
  );
}

function isSame(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** A member that is missing counts as null: neither state has anything there. */
function memberOf(object: { [name: string]: Json }, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
