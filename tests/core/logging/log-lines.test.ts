import { expect, it } from 'vitest';
import { entryMatches } from '@/src/core/logging/entry-filter';
import { logFileName, logLines } from '@/src/core/logging/log-lines';
import type { LogEntry } from '@/src/schema/log-entry';

const atMs = Date.UTC(2025, 10, 20, 14, 32, 15, 678);

function entry(fields: Partial<LogEntry>): LogEntry {
  return {
    id: 1,
    atMs,
    level: 'info',
    topic: 'ai_loop.session_started',
    chatId: 'c',
    runId: null,
    message: 'A run started.',
    data: null,
    ...fields,
  };
}

it('each entry is one line of JSON, whatever it contains, without storage fields', () => {
  const stored = { ...entry({}), size: 12 };
  const lines = logLines([stored, entry({ id: 2, message: 'two\nlines', data: { a: '\u2028\n' } })]).split(
    '\n',
  );
  expect(lines.pop()).toBe('');
  const line = {
    id: 1,
    at: '2025-11-20T14:32:15.678Z',
    level: 'info',
    topic: 'ai_loop.session_started',
    chatId: 'c',
    runId: null,
    message: 'A run started.',
    data: null,
  };
  expect(lines.map((read) => JSON.parse(read))).toEqual([
    line,
    { ...line, id: 2, message: 'two\nlines', data: { a: '\u2028\n' } },
  ]);
});

it('an empty log is an empty file', () => {
  expect(logLines([])).toBe('');
});

it.each([
  ['steward-log_20251120T143215Z.jsonl', [entry({})]],
  ['comms_20251120T143215Z.jsonl', [entry({}), entry({ topic: 'llm.request' })]],
  ['comms_20251120T143215Z.jsonl', [entry({ topic: 'llm.response' })]],
])('the file is named %s', (name, entries) => {
  expect(logFileName(entries, atMs)).toBe(name);
});

it.each([
  ['run STARTED', true],
  ['AI_LOOP', true],
  ['preview', true],
  ['  started. ', true],
  ['', true],
  ['stopped', false],
])('a search for %j finds the entry: %s', (text, found) => {
  expect(entryMatches(entry({ data: { pattern: '*-PREVIEW*' } }), text)).toBe(found);
});

it('an entry without data can be searched', () => {
  expect(entryMatches(entry({}), 'null')).toBe(false);
});
