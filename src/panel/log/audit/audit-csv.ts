import { unparse } from 'papaparse';
import type { AuditEntry } from '@/src/schema/audit';

/** Columns; a readable time `at` is added as the first. */
const FIELDS = [
  ...(['sequence', 'atMs', 'origin', 'action', 'subject', 'decision', 'note', 'proposed', 'ran'] as const),
  ...(['success', 'errorCode', 'stateHashBefore', 'stateHashAfter', 'savedBefore'] as const),
  ...(['id', 'chatId', 'runId', 'messageId', 'executionId', 'previousHash', 'hash'] as const),
] as const satisfies readonly (keyof AuditEntry)[];

/**
 * A cell that a spreadsheet reads as a formula, leading white space and line breaks included. The texts in these cells
 * come from pages and models, so they can be hostile.
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * A formula after a separator inside of a cell. In some regions spreadsheets split lines at semicolons or tabs, and
 * then ignore quotes that don't begin a cell, so the rest of the text becomes a cell of its own.
 */
const INNER_FORMULA = /(\r\n|[;,\t\r\n])(?=["'\s\0]*[=+\-@＝＋－＠])/g;

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** CSV table of the entries (RFC 4180) with a header. An apostrophe precedes text that a spreadsheet could read as a formula. */
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
