import { unparse } from 'papaparse';
import type { AuditEntry } from '@/src/core/policy/audit-entry';

/** Columns, with `at` as a moment that people can read. */
const FIELDS = [
  ...(['sequence', 'atMs', 'origin', 'action', 'subject', 'decision', 'note', 'proposed', 'ran'] as const),
  ...(['success', 'errorCode', 'stateHashBefore', 'stateHashAfter', 'savedBefore'] as const),
  ...(['id', 'chatId', 'runId', 'messageId', 'executionId', 'previousHash', 'hash'] as const),
] as const satisfies readonly (keyof AuditEntry)[];

/**
 * What a table calculation would take for a formula, also behind white space or on the first of several lines: page and
 * model write what stands in these cells.
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * The same behind a separator within a cell: programs split at semicolons or tabs in some regions, and quotes count only
 * at the beginning of what they take for a cell.
 */
const INNER_FORMULA = /(\r\n|[;,\t\r\n])(?=["'\s\0]*[=+\-@＝＋－＠])/g;

/** Tells table calculations that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Entries as a table (RFC 4180) with a header; what could be a formula gets an apostrophe before it. */
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
