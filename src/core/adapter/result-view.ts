import type { CountedKey, TextKey } from '@/src/schema/values/said';

/**
 * The place of a value in a result's data: keys, from the outside in. A list on the way stands for all of its entries, so
 * `['rule_sets', 'added_rules']` are the added rules of all rule sets.
 */
export type ResultPath = readonly string[];

/** A list of names that a call added, removed, or only found, e.g. `5 models hidden`. */
export interface NamesView {
  kind: 'names';
  path: ResultPath;
  heading: CountedKey;
  /** Null if the call changed nothing. */
  sign: 'added' | 'removed' | null;
  /** The key beside the list that has the number of all names if the list is cut. */
  totalKey?: string;
}

/** A list of objects as the rows of a table. */
export interface TableView {
  kind: 'table';
  path: ResultPath;
  heading: CountedKey;
  columns: readonly { key: string; title: TextKey }[];
  /** As in {@link NamesView}. */
  totalKey?: string;
}

/** Entries that a call added and removed. An entry is a text, or an object, of which the values of `keys` are shown. */
export interface DiffView {
  kind: 'diff';
  /** Null if the call adds nothing. */
  added: ResultPath | null;
  /** Null if the call removes nothing. */
  removed: ResultPath | null;
  heading: CountedKey;
  keys: readonly string[];
}

/** Display of a part of a tool's result in the panel. A part that is missing or empty is not shown. */
export type ResultView = NamesView | TableView | DiffView;

/** The views of an adapter's results, by tool, in the order in which they are shown. */
export type ResultViews = Readonly<Record<string, readonly ResultView[]>>;
