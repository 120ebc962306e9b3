import { beforeEach, describe, expect, it } from 'vitest';
import { appendAudit } from '@/src/background/storage/append-audit';
import { emptyHead } from '@/src/core/audit/audit-chain';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { auditRecord, SITE } from '../../core/policy/new-audit-entry';
import { verifyChain } from '../../fakes/verify-chain';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;

beforeEach(() => {
  db = ownDatabase();
});

const append = (id: string) => appendAudit(db, auditRecord({ id }));

async function verdict() {
  const entries = await db.audit.orderBy('[origin+sequence]').toArray();
  return verifyChain(entries, (await db.auditHeads.get(SITE)) ?? emptyHead(SITE));
}

describe('the audit journal', () => {
  it('never forks, however many append at once', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => append(`e${index}`)));
    expect(await verdict()).toMatchObject({ kind: 'intact', count: 50 });
  });

  it('never forks if two connections append at once', async () => {
    const second = createDatabase(db.name);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        appendAudit(index % 2 === 0 ? db : second, auditRecord({ id: `e${index}` })),
      ),
    );
    expect(await verdict()).toMatchObject({ kind: 'intact', count: 50 });
  });

  it('is written with the caller’s transaction, or not at all', async () => {
    await append('a');
    const failed = db.transaction('rw', [db.sites, db.audit, db.auditHeads], async () => {
      await appendAudit(db, auditRecord({ id: 'b' }));
      await db.sites.add({ origin: SITE, addedAtMs: 1, isOn: true });
      throw new Error('disk full');
    });
    await expect(failed).rejects.toThrow('disk full');
    expect(await verdict()).toMatchObject({ kind: 'intact', count: 1 });
    await db.transaction('rw', [db.sites, db.audit, db.auditHeads], async () => {
      await appendAudit(db, auditRecord({ id: 'b' }));
      await appendAudit(db, auditRecord({ id: 'c' }));
    });
    expect(await verdict()).toMatchObject({ kind: 'intact', count: 3 });
  });

  it('rejects a transaction that lacks its tables', async () => {
    const outside = db.transaction('rw', [db.audit], () => appendAudit(db, auditRecord()));
    await expect(outside).rejects.toThrow();
    expect(await db.audit.count()).toBe(0);
  });

  it.each([
    ['the end was cut off', () => db.audit.where('id').anyOf('b', 'c').delete(), 2, 'missing'],
    ['all was deleted', () => db.audit.clear(), 1, 'missing'],
    ['the head is missing', () => db.auditHeads.clear(), 4, 'unlinked'],
    ['the head was set back', async () => setBackHead(), 4, 'unlinked'],
    ['an entry was changed', () => db.audit.update('b', { note: 'x' }), 2, 'altered'],
  ])('continues if %s, and the break stays detectable', async (_, tamper, sequence, why) => {
    for (const id of ['a', 'b', 'c']) await append(id);
    await tamper();
    expect((await verdict()).kind).toBe('broken');
    for (const id of ['d', 'e']) await append(id);
    expect(await verdict()).toEqual({ kind: 'broken', sequence, why });
  });
});

async function setBackHead(): Promise<void> {
  const first = await db.audit.get('a');
  await db.auditHeads.update(SITE, { sequence: 1, hash: first?.hash ?? null });
}
