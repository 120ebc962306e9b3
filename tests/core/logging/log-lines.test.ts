import { describe, expect, it } from 'vitest';
import {
  isUnfiltered,
  jsonLines,
  type LogFilter,
  type LogLine,
  levelsUpTo,
  lineMatches,
  logFileName,
  WHOLE_LOG,
} from '@/src/core/logging/log-lines';
import type { LogEntry } from '@/src/schema/log-entry';
import { verifyChain } from '../../fakes/verify-chain';
import { auditRecord, chainOf, headOf } from '../policy/new-audit-entry';

const atMs = Date.UTC(2025, 10, 20, 14, 32, 15, 678);

function step(fields: Partial<LogEntry>): LogLine {
  const row = {
    id: 1,
    atMs,
    level: 'info',
    topic: 'ai_loop.session_started',
    chatId: 'c',
    runId: null,
    message: 'A run started.',
    data: null,
    ...fields,
  } as const;
  return { kind: 'step', row };
}

const change = (fields: Parameters<typeof auditRecord>[0] = {}): LogLine => {
  const [row] = chainOf([auditRecord(fields)]);
  if (row === undefined) throw new Error('no entry');
  return { kind: 'change', row };
};

const read = (lines: readonly LogLine[]) =>
  jsonLines(lines)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('exported lines', () => {
  it('are JSON, whatever they contain, with kind and time first', () => {
    const lines = [step({}), step({ id: 2, message: 'two\nlines', data: { a: '\u2028\n' } })];
    expect(jsonLines(lines).endsWith('\n')).toBe(true);
    expect(read(lines)).toEqual([
      { kind: 'step', at: '2025-11-20T14:32:15.678Z', ...lines[0]?.row },
      { kind: 'step', at: '2025-11-20T14:32:15.678Z', ...lines[1]?.row },
    ]);
  });

  it('are none of an empty log', () => {
    expect(jsonLines([])).toBe('');
  });

  it('of changes contain whole entries, so that the file can be verified', () => {
    const entries = chainOf([auditRecord({ id: 'a', note: 'Line\nbreak' }), auditRecord({ id: 'b' })]);
    const exported = read(entries.map((row) => ({ kind: 'change', row }))).map(
      ({ kind: _, at: __, ...entry }) => entry,
    );
    expect(exported).toEqual(entries);
    expect(verifyChain(exported, headOf(entries)).kind).toBe('intact');
  });
});

describe('the file', () => {
  it.each<[string, LogLine[]]>([
    ['steward-log_20251120T143215Z.jsonl', [step({}), change()]],
    ['comms_20251120T143215Z.jsonl', [step({}), step({ topic: 'llm.request' })]],
    ['comms_20251120T143215Z.jsonl', [step({ topic: 'llm.response' })]],
  ])('is named %s', (name, lines) => {
    expect(logFileName(WHOLE_LOG, lines, { atMs, extension: 'jsonl' })).toBe(name);
  });

  it.each([
    ['http://127.0.0.1:8787', 'jsonl', 'steward-audit_127.0.0.1-8787_20251120T143215Z.jsonl'],
    ['https://proxy.example.com', 'csv', 'steward-audit_proxy.example.com_20251120T143215Z.csv'],
    ['http://[::1]:80', 'csv', 'steward-audit_-1-80_20251120T143215Z.csv'],
  ] as const)('of the changes of %s as %s is %s', (site, extension, name) => {
    expect(logFileName({ ...WHOLE_LOG, shown: 'changes', site }, [], { atMs, extension })).toBe(name);
  });
});

describe('a step', () => {
  it.each<[Partial<LogFilter>, boolean]>([
    [{ text: 'run STARTED' }, true],
    [{ text: 'AI_LOOP' }, true],
    [{ text: 'preview' }, true],
    [{ text: '  started. ' }, true],
    [{ text: ' ' }, true],
    [{ text: 'stopped' }, false],
    [{ chatId: 'c' }, true],
    [{ chatId: 'd' }, false],
    [{ sinceMs: atMs }, true],
    [{ sinceMs: atMs + 1 }, false],
  ])('matches %j: %s', (wanted, isFound) => {
    const line = step({ data: { pattern: '*-PREVIEW*' } });
    expect(lineMatches(line, { ...WHOLE_LOG, ...wanted })).toBe(isFound);
  });

  it('without data can be searched', () => {
    expect(lineMatches(step({}), { ...WHOLE_LOG, text: 'null' })).toBe(false);
  });
});

describe('a change', () => {
  const edited = change({
    subject: 'import_rules',
    proposed: '{"a":"First"}',
    ran: '{"a":"Second"}',
    note: 'Only half',
    errorCode: 'page-changed',
    decision: 'approved',
    savedBefore: '{"a":"Overwritten"}',
  });

  it.each<[string, Partial<LogFilter>, boolean]>([
    ['nothing in particular', {}, true],
    ['white space', { text: '  ' }, true],
    ['what it was about', { text: 'IMPORT' }, true],
    ['what was proposed', { text: 'first' }, true],
    ['what ran', { text: ' second ' }, true],
    ['what it overwrote', { text: 'overwritten' }, true],
    ['its note', { text: 'half' }, true],
    ['its error', { text: 'page-CH' }, true],
    ['other words', { text: 'third' }, false],
    ['its decision', { decision: 'approved' }, true],
    ['another decision', { decision: 'allowed' }, false],
    ['its action', { action: 'call' }, true],
    ['another action', { action: 'undo' }, false],
    ['its chat', { chatId: 'c' }, true],
    ['another chat', { chatId: 'd' }, false],
    ['its moment', { sinceMs: 1_000 }, true],
    ['a later moment', { sinceMs: 1_001 }, false],
    ['one thing that fits and one that doesn’t', { text: 'first', action: 'undo' }, false],
  ])('filtered by %s', (_, wanted, isFound) => {
    expect(lineMatches(edited, { ...WHOLE_LOG, ...wanted })).toBe(isFound);
  });

  it('that never ran and has no error is found by its other fields', () => {
    const bare = change({ ran: null });
    expect(lineMatches(bare, { ...WHOLE_LOG, text: 'preview' })).toBe(true);
    expect(lineMatches(bare, { ...WHOLE_LOG, text: 'null' })).toBe(false);
  });
});

it.each<[Partial<LogFilter>, boolean]>([
  [{}, true],
  [{ text: ' ' }, true],
  [{ shown: 'changes', site: 'https://a.test' }, true],
  [{ shown: 'debug' }, true],
  [{ shown: 'info' }, false],
  [{ text: 'x' }, false],
  [{ decision: 'denied' }, false],
  [{ action: 'policy' }, false],
  [{ sinceMs: 0 }, false],
  [{ chatId: 'c' }, false],
])('a filter %j is unfiltered: %s', (wanted, isAll) => {
  expect(isUnfiltered({ ...WHOLE_LOG, ...wanted })).toBe(isAll);
});

it.each([
  ['error', ['error']],
  ['warning', ['error', 'warning']],
  ['info', ['error', 'warning', 'info']],
  ['debug', ['error', 'warning', 'info', 'debug']],
] as const)('up to %s there are %j', (level, levels) => {
  expect(levelsUpTo(level)).toEqual(levels);
});
