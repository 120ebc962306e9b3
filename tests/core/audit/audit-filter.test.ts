import { describe, expect, it } from 'vitest';
import { type AuditFilter, auditMatches, isUnfiltered } from '@/src/core/audit/audit-filter';
import { auditRecord, chainOf } from '../policy/audit-record';

const ALL: AuditFilter = { text: '', decision: null, action: null, sinceMs: null, chatId: null };

const [entry] = chainOf([
  auditRecord({
    subject: 'import_rules',
    proposed: '{"a":"First"}',
    ran: '{"a":"Second"}',
    note: 'Only half',
    errorCode: 'page-changed',
    decision: 'approved',
    savedBefore: '{"a":"Overwritten"}',
  }),
]);
const [bare] = chainOf([auditRecord({ ran: null })]);

describe('an entry', () => {
  it.each<[string, Partial<AuditFilter>, boolean]>([
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
  ])('asked for by %s', (_, wanted, isFound) => {
    expect(entry !== undefined && auditMatches(entry, { ...ALL, ...wanted })).toBe(isFound);
  });

  it('that never ran and has no error is found by what it has', () => {
    expect(bare !== undefined && auditMatches(bare, { ...ALL, text: 'preview' })).toBe(true);
    expect(bare !== undefined && auditMatches(bare, { ...ALL, text: 'null' })).toBe(false);
  });
});

it.each<[Partial<AuditFilter>, boolean]>([
  [{}, true],
  [{ text: ' ' }, true],
  [{ text: 'x' }, false],
  [{ decision: 'denied' }, false],
  [{ action: 'policy' }, false],
  [{ sinceMs: 0 }, false],
  [{ chatId: 'c' }, false],
])('a filter %j wants all: %s', (wanted, isAll) => {
  expect(isUnfiltered({ ...ALL, ...wanted })).toBe(isAll);
});
