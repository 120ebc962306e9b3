import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';

/**
 * Whether a state holds nothing but parts of two others, and all that these have in common: then a write from one to the
 * other explains it, and putting it back takes nothing away that somebody else did.
 */
export function isPartialWrite(state: Json, one: Json, other: Json): boolean {
  if (isSame(state, one) || isSame(state, other)) return true;
  if (Array.isArray(state) && Array.isArray(one) && Array.isArray(other)) {
    return areItemsOf(state, one, other);
  }
  if (!isObject(state) || !isObject(one) || !isObject(other)) return false;
  const names = new Set([state, one, other].flatMap((object) => Object.keys(object)));
  return [...names].every((name) =>
    isPartialWrite(memberOf(state, name), memberOf(one, name), memberOf(other, name)),
  );
}

/** Items in another order than in the lists they come from were moved by somebody else. */
function areItemsOf(state: Json[], one: Json[], other: Json[]): boolean {
  const texts = state.map(canonicalJson);
  const ones = one.map(canonicalJson);
  const others = other.map(canonicalJson);
  const [items, inOne, inOther] = [new Set(texts), new Set(ones), new Set(others)];
  const isKnown = texts.every((item) => inOne.has(item) || inOther.has(item));
  const hasCommon = ones.every((item) => !inOther.has(item) || items.has(item));
  return isKnown && hasCommon && isInOrder(texts, ones) && isInOrder(texts, others);
}

function isInOrder(items: readonly string[], list: readonly string[]): boolean {
  const [inItems, inList] = [new Set(items), new Set(list)];
  return isSame(
    items.filter((item) => inList.has(item)),
    list.filter((item) => inItems.has(item)),
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
