import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '@/src/panel/log/audit/verify-audit';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { auditRecord, chainOf, headOf, SITE } from '../../../core/policy/new-audit-entry';

const writer = createDatabase(DATABASE_NAME);

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(writer.tables.map((table) => table.clear()));
});

async function fill(length: number) {
  const entries = chainOf(Array.from({ length }, (_, index) => auditRecord({ id: `${index}`, atMs: index })));
  await writer.audit.bulkAdd(entries);
  await writer.auditHeads.put(headOf(entries));
}

async function verify(signal = new AbortController().signal) {
  const progress: number[] = [];
  const verdict = await verifyAudit(SITE, { signal, onProgress: (verified) => progress.push(verified) });
  return { verdict, progress };
}

describe('verifying an audit', () => {
  it.each([
    [0, []],
    [199, []],
    [200, [200]],
    [450, [200, 400]],
  ])('verifies all of %i entries and reports progress', async (length, progress) => {
    await fill(length);
    expect(await verify()).toEqual({
      verdict: {
        kind: 'intact',
        count: length,
        fromMs: length === 0 ? null : 0,
        toMs: length === 0 ? null : length - 1,
      },
      progress,
    });
  });

  it.each([
    ['altered in the second batch', () => writer.audit.update('300', { note: 'x' }), 301, 'altered'],
    ['missing at the boundary of two batches', () => writer.audit.delete('200'), 201, 'missing'],
    ['cut at a boundary', () => writer.audit.where('id').anyOf(numbers(200, 449)).delete(), 201, 'cut'],
    ['without its head', () => writer.auditHeads.clear(), 1, 'inserted'],
    ['replaced at its end', () => writer.auditHeads.update(SITE, { hash: 'x' }), 450, 'replaced'],
  ])('returns where the journal is %s', async (_, tamper, sequence, why) => {
    await fill(450);
    await tamper();
    expect((await verify()).verdict).toEqual({ kind: 'broken', sequence, why });
  });

  it('yields to the event loop in between, and stops on abort', async () => {
    await fill(10);
    const controller = new AbortController();
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 10;
      return nowMs;
    });
    setTimeout(() => controller.abort(new Error('closed')));
    await expect(verify(controller.signal)).rejects.toThrow('closed');
  });
});

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);
}
