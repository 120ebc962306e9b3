import { canonicalJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-member';
import { isJsonObject } from '@/src/schema/values/is-json-object';
import type { Json } from '@/src/schema/values/json';

/**
 * True if a state consists only of parts of two other states and contains everything that they have in common. Then a
 * partial write from one to the other explains it, and restoring it reverts no other change.
 */
export function isPartialWrite(state: Json, one: Json, other: Json): boolean {
  if (isSame(state, one) || isSame(state, other)) return true;
  if (Array.isArray(state) && Array.isArray(one) && Array.isArray(other)) {
    return areItemsOf(state, one, other);
  }
  if (!isJsonObject(state) || !isJsonObject(one) || !isJsonObject(other)) return false;
  const names = new Set([state, one, other].flatMap((object) => Object.keys(object)));
  return [...names].every((name) =>
    isPartialWrite(memberOf(state, name), memberOf(one, name), memberOf(other, name)),
  );
}

/**
 * True if the items come from the two lists, contain all that both lists have, and keep the order of each. Items in
 * another order were moved by another change.
 */
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
