import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { auditCsv } from '@/src/panel/log/audit/audit-csv';
import { auditRecord, chainOf } from '../../../core/policy/new-audit-entry';

/** The table's rows by column, as parsed by a CSV reader. */
function rowsOf(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

describe('the audit as a table', () => {
  it('holds every member of an entry, and a readable time', () => {
    const [entry] = chainOf([
      auditRecord({ note: 'Quote " comma , and\nline', ran: null, atMs: Date.UTC(2025, 10, 20, 14, 32, 15) }),
    ]);
    const text = auditCsv(entry === undefined ? [] : [entry]);
    expect(text.startsWith('\uFEFFat,sequence,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const expected = Object.entries(entry ?? {}).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]);
    expect(rowsOf(text)).toEqual([{ at: '2025-11-20T14:32:15.000Z', ...Object.fromEntries(expected) }]);
  });

  it('has its header even without entries', () => {
    expect(auditCsv([])).toMatch(/^\uFEFFat,sequence,.*hash\r\n/);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\u00a0=1', '＝1', '=cmd|x\nsecond line', '\tx'])(
    'escapes a formula: %j',
    (note) => {
      const [row] = rowsOf(auditCsv(chainOf([auditRecord({ note })])));
      expect(row?.note).toBe(`'${note}`);
    },
  );

  it.each([
    ['a semicolon', 'x;=cmd|calc;y', "x;'=cmd|calc;y"],
    ['a comma', 'x,+1', "x,'+1"],
    ['a tab', 'x\t-1', "x\t'-1"],
    ['a line break', 'x\r\n@SUM(A1)', "x\r\n'@SUM(A1)"],
    ['a semicolon and white space', 'x; \u00a0=1', "x;' \u00a0=1"],
    ['a semicolon and a quote', 'x;"=1"', 'x;\'"=1"'],
    ['a tab at the beginning', '\t=1', "'\t'=1"],
    ['a line break at the beginning', '\n=1', "'\n'=1"],
    ['several of them', 'a;=1;b;＝2', "a;'=1;b;'＝2"],
    ['a rule in a list of rules', '["a","=1"]', '["a",\'"=1"]'],
  ])('escapes a formula after %s, where some programs split cells', (_, note, cell) => {
    const [row] = rowsOf(auditCsv(chainOf([auditRecord({ note })])));
    expect(row?.note).toBe(cell);
  });

  it.each(['plain', '{"pattern":"=x"}', 'a=b', '', '1 - 2', 'a; b, c', '{"a":"x","b":"y"}'])(
    'leaves other text as it is: %j',
    (note) => {
      const [row] = rowsOf(auditCsv(chainOf([auditRecord({ note })])));
      expect(row?.note).toBe(note);
    },
  );
});
