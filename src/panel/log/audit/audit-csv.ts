import { unparse } from 'papaparse';
import type { AuditEntry } from '@/src/schema/audit';

/** Columns, after the first one, `at`, which has the time in readable form. */
const FIELDS = [
  ...(['sequence', 'atMs', 'origin', 'action', 'subject', 'decision', 'note', 'proposed', 'ran'] as const),
  ...(['success', 'errorCode', 'stateHashBefore', 'stateHashAfter', 'savedBefore'] as const),
  ...(['id', 'chatId', 'runId', 'messageId', 'executionId', 'previousHash', 'hash'] as const),
] as const satisfies readonly (keyof AuditEntry)[];

/**
 * Text that a spreadsheet would read as a formula, even after white space or line breaks. Texts in cells come from pages and models, so
 * they may be hostile.
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * A formula after a separator within a cell. In some regions, spreadsheets split lines at semicolons or tabs, and ignore quotes that don't
 * begin a cell: the text after the separator then becomes a cell of its own.
 */
const INNER_FORMULA = /(\r\n|[;,\t\r\n])(?=["'\s\0]*[=+\-@＝＋－＠])/g;

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** CSV table of the entries (RFC 4180) with a header. Text that a spreadsheet could read as a formula gets an apostrophe before it. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const data = entries.map((entry) => [
    new Date(entry.atMs).toISOString(),
    ...FIELDS.map((field) => withoutInnerFormulas(entry[field])),
  ]);
  return `${BYTE_ORDER_MARK}${unparse({ fields: ['at', ...FIELDS], data }, { escapeFormulae: FORMULA })}\r\n`;
}

function withoutInnerFormulas<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replace(INNER_FORMULA, "$1'") : value;
}
