import { expect, it } from 'vitest';
import { auditFileName, auditLines } from '@/src/core/audit/audit-export';
import { verifyChain } from '../../fakes/verify-chain';
import { auditRecord, chainOf, headOf } from '../policy/new-audit-entry';

it('lines contain whole entries, so that the file can be verified', () => {
  const entries = chainOf([auditRecord({ id: 'a', note: 'Line\nbreak' }), auditRecord({ id: 'b' })]);
  const text = auditLines(entries);
  expect(text.endsWith('\n')).toBe(true);
  const read = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(read).toEqual(entries);
  expect(verifyChain(read, headOf(entries)).kind).toBe('intact');
  expect(auditLines([])).toBe('');
});

it.each([
  ['http://127.0.0.1:8787', 'jsonl', 'steward-audit_127.0.0.1-8787_20251120T143215Z.jsonl'],
  ['https://proxy.example.com', 'csv', 'steward-audit_proxy.example.com_20251120T143215Z.csv'],
  ['http://[::1]:80', 'csv', 'steward-audit_-1-80_20251120T143215Z.csv'],
] as const)('the file of %s as %s is %s', (origin, extension, name) => {
  expect(auditFileName(origin, Date.UTC(2025, 10, 20, 14, 32, 15), extension)).toBe(name);
});
