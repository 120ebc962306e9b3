import { describe, expect, it } from 'vitest';
import type { ChainVerdict } from '@/src/core/audit/audit-chain';
import { formatMoment } from '@/src/panel/kit/text/format-time';
import { decisionText, outcomeOf, requestedBy, verdictText } from '@/src/panel/log/audit/audit-text';
import { periodStart } from '@/src/panel/log/log-filter';
import type { AuditEntry } from '@/src/schema/audit';

it.each<[ChainVerdict, string]>([
  [
    { kind: 'intact', count: 1_204, fromMs: 0, toMs: 90_000_000 },
    `${(1_204).toLocaleString()} entries, unbroken, from ${formatMoment(0)} to ${formatMoment(90_000_000)}.`,
  ],
  [{ kind: 'intact', count: 0, fromMs: null, toMs: null }, 'There is no entry, and Steward recorded none.'],
  [
    { kind: 'broken', sequence: 5, why: 'altered' },
    'The entries are not intact. Entry 5 was altered after it was written.',
  ],
  [{ kind: 'broken', sequence: 5, why: 'missing' }, 'The entries are not intact. Entry 5 is missing.'],
  [
    { kind: 'broken', sequence: 5, why: 'inserted' },
    'The entries are not intact. Entry 5 was inserted; Steward did not write it.',
  ],
  [
    { kind: 'broken', sequence: 5, why: 'unlinked' },
    'The entries are not intact. Entry 5 does not link to entry 4: one of the two was replaced.',
  ],
  [
    { kind: 'broken', sequence: 1, why: 'unlinked' },
    'The entries are not intact. Entry 1 refers to a previous entry that does not exist.',
  ],
  [
    { kind: 'broken', sequence: 5, why: 'cut' },
    'The entries are not intact. Entry 5 and all later entries are missing.',
  ],
  [
    { kind: 'broken', sequence: 5, why: 'replaced' },
    'The entries are not intact. Entry 5, the last one, is not the one that Steward recorded: the end was rewritten.',
  ],
])('%j has the text “%s”', (verdict, text) => {
  expect(verdictText(verdict)).toBe(text);
});

it.each<[AuditEntry['action'], string | null, string]>([
  ['call', 'c', 'The assistant, in this chat'],
  ['call', 'other', 'The assistant, in another chat'],
  ['call', null, 'The assistant, in another chat'],
  ['rollback', 'c', 'You, in this chat'],
  ['undo', 'c', 'You, in this chat'],
  ['restore-unsaved', 'c', 'You, in this chat'],
  ['restore-saved', 'c', 'You, in this chat'],
  ['policy', 'c', 'You, in this chat'],
  ['refused', 'c', 'Unknown, in this chat'],
])('%s, seen from chat %s, was requested by: %s', (action, chatId, text) => {
  expect(requestedBy({ action }, chatId === 'c')).toBe(text);
});

it.each([
  [true, '{}', 'succeeded'],
  [true, null, 'succeeded'],
  [false, '{}', 'failed'],
  [false, null, 'notRun'],
])('success %s with %j ran has the outcome %s', (success, ran, outcome) => {
  expect(outcomeOf({ success, ran })).toBe(outcome);
});

it.each<[AuditEntry['action'], AuditEntry['decision'], string]>([
  ['call', 'allowed', 'Allowed by the permissions'],
  ['call', 'not-asked', 'Not asked'],
  ['call', 'unanswered', 'Asked, not answered'],
  ['undo', 'user', 'Done by you'],
  ['refused', 'denied', 'Blocked before it reached the page'],
])('%s with the decision %s has the text: %s', (action, decision, text) => {
  expect(decisionText({ action, decision })).toBe(text);
});

describe('a period', () => {
  const nowMs = new Date(2025, 10, 20, 14, 32).getTime();
  it.each([
    ['today', new Date(2025, 10, 20).getTime()],
    ['week', new Date(2025, 10, 14).getTime()],
    ['all', null],
  ] as const)('%s begins with a day', (period, startMs) => {
    expect(periodStart(period, nowMs)).toBe(startMs);
  });
});
