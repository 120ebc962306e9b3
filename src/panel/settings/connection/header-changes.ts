export interface HeaderRow {
  /** Identifies the row in the form; not saved. */
  rowId: string;
  name: string;
  /** The value that the user typed; a stored value is never loaded. */
  value: string;
  /** True if a value is stored under this name. An empty field then keeps that value. */
  isStored: boolean;
}

/** The user's changes to the stored headers. They are kept apart, since another window may change the stored headers meanwhile. */
export interface HeaderChanges {
  /** Names of stored headers that are to be removed. */
  removed: readonly string[];
  /** Typed values of stored headers. */
  values: readonly { name: string; value: string }[];
  added: readonly HeaderRow[];
}

export const NO_HEADER_CHANGES: HeaderChanges = { removed: [], values: [], added: [] };

/** The rows of the form. A value that the user typed stays, even if another window removed the header. */
export function headerRows(storedNames: readonly string[], changes: HeaderChanges): HeaderRow[] {
  const { removed, values, added } = changes;
  const typed = new Map(values.map(({ name, value }) => [name, value]));
  return [
    ...storedNames
      .filter((name) => !removed.includes(name))
      // Most stored headers have no typed value.
      .map((name) => ({ rowId: name, name, value: typed.get(name) ?? '', isStored: true })),
    ...values
      .filter(({ name }) => !storedNames.includes(name))
      .map(({ name, value }) => ({ rowId: name, name, value, isStored: false })),
    ...added,
  ];
}

/** The changes that turn the stored headers into these rows. */
export function headerChanges(storedNames: readonly string[], rows: readonly HeaderRow[]): HeaderChanges {
  const stored = rows.filter(({ isStored }) => isStored);
  return {
    removed: storedNames.filter((name) => !stored.some((row) => row.name === name)),
    values: stored.filter(({ value }) => value !== '').map(({ name, value }) => ({ name, value })),
    added: rows.filter(({ isStored }) => !isStored),
  };
}
