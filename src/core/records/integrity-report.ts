/** The result of a check whether the database's rows fit together. */
export interface IntegrityReport {
  /**
   * Chats whose own row was missing although other rows named them. The row was added again, with a name that marks it
   * as recovered.
   */
  recoveredChats: { chatId: string; rows: number }[];
  /** Chats whose last run has no row. They stay readable, and a new chat can be started. */
  chatsWithoutRun: { chatId: string; title: string }[];
  strayRows: StrayRows[];
}

/** Rows that refer to a missing one. They are kept. */
export interface StrayRows {
  table: string;
  missing: 'chat' | 'message' | 'run';
  /** The chat that the rows name; null for rows of several chats. */
  chatId: string | null;
  rows: number;
}

/** The stored row about the checks; there is only one. */
export interface IntegrityState {
  id: 'state';
  /** Time of the last whole check; null before the first. */
  wholeCheckAtMs: number | null;
  /** Findings that the user hasn't acknowledged; null if there are none. */
  unseen: IntegrityReport | null;
  /** Keys of all findings that were reported (see {@link newFindings}), so that none is reported twice. */
  known: string[];
}

export function emptyReport(): IntegrityReport {
  return { recoveredChats: [], chatsWithoutRun: [], strayRows: [] };
}

export function hasFindings({ recoveredChats, chatsWithoutRun, strayRows }: IntegrityReport): boolean {
  return recoveredChats.length + chatsWithoutRun.length + strayRows.length > 0;
}

export function joinReports(first: IntegrityReport, second: IntegrityReport): IntegrityReport {
  return {
    recoveredChats: [...first.recoveredChats, ...second.recoveredChats],
    chatsWithoutRun: [...first.chatsWithoutRun, ...second.chatsWithoutRun],
    strayRows: [...first.strayRows, ...second.strayRows],
  };
}

/**
 * The findings of a report whose keys are not in `known`, each once, and the keys. A recovered chat is always new,
 * since it was missing again. The key of stray rows has no number, so it stays the same when there are more.
 */
export function newFindings(
  report: IntegrityReport,
  known: readonly string[],
): { report: IntegrityReport; keys: string[] } {
  const seen = new Set(known);
  const keys: string[] = [];
  const isNew = (key: string) => {
    if (seen.has(key)) return false;
    seen.add(key);
    keys.push(key);
    return true;
  };
  return {
    report: {
      recoveredChats: report.recoveredChats,
      chatsWithoutRun: report.chatsWithoutRun.filter(({ chatId }) => isNew(`run ${chatId}`)),
      strayRows: report.strayRows.filter(({ table, missing, chatId }) =>
        isNew(`${table} ${missing} ${chatId ?? ''}`),
      ),
    },
    keys,
  };
}
