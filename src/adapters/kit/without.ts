/** The items of a list that another list does not contain, in their order. */
export function without<Item>(list: readonly Item[], others: readonly Item[]): Item[] {
  const left = new Set(others);
  return list.filter((item) => !left.has(item));
}
