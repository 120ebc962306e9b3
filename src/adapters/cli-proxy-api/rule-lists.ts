/** Rules by the name of their list. Names come from outside, so members are read as own ones only. */
export type RuleLists = { [list: string]: string[] };

/** The rules of a list; none if there is no such list. */
export function rulesIn(lists: RuleLists, name: string): string[] {
  // A list without rules has no entry.
  return Object.hasOwn(lists, name) ? (lists[name] ?? []) : [];
}

/** The lists with other rules under a name; a list without rules is removed. */
export function withRules(lists: RuleLists, name: string, rules: readonly string[]): RuleLists {
  const others = Object.entries(lists).filter(([other]) => other !== name);
  // Built from entries: an assignment to `__proto__` would set the prototype.
  return Object.fromEntries(rules.length === 0 ? others : [...others, [name, [...rules]]]);
}

/** The names of all lists that have rules in one of these states, sorted. */
export function listNames(...all: readonly RuleLists[]): string[] {
  return [...new Set(all.flatMap((lists) => Object.keys(lists)))].sort();
}

/** True if both lists have the same rules in the same order. */
export function sameRules(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((rule, index) => rule === other[index]);
}
