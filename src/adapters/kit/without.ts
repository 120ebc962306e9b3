/** The items of a list that another list does not contain, in their order. */
export function without<Item>(list: readonly Item[], others: readonly Item[]): Item[] {
  const excluded = new Set(others);
  return list.filter((item) => !excluded.has(item));
}
