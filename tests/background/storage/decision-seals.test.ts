import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { createDecisionSeals } from '@/src/background/storage/decision-seals';
import { eraseData } from '@/src/background/storage/erase-data';
import { BACKUP_TABLES, writeBackup } from '@/src/store/backup';
import { createDatabase } from '@/src/store/upgrades';

const db = createDatabase('seals');
const facts = { executionId: 'e', decision: { verdict: 'approved' } };

afterEach(() => eraseData(db));

it('seals the same facts alike after a restart of the worker, and others differently', async () => {
  const seal = await createDecisionSeals(db).seal(facts);
  const { seal: sealAgain } = createDecisionSeals(db);
  expect(await sealAgain(facts)).toBe(seal);
  expect(await sealAgain({ ...facts, executionId: 'f' })).not.toBe(seal);
});

it('seals with another key in each profile, which all data is deleted with', async () => {
  const seal = await createDecisionSeals(db).seal(facts);
  await eraseData(db);
  expect(await createDecisionSeals(db).seal(facts)).not.toBe(seal);
});

it('makes one key for seals that are requested at once', async () => {
  const { seal } = createDecisionSeals(db);
  const seals = await Promise.all([seal(facts), seal(facts)]);
  expect(new Set(seals).size).toBe(1);
  expect(await db.profileKeys.count()).toBe(1);
});

it('has its key in no backup', async () => {
  await createDecisionSeals(db).seal(facts);
  expect(BACKUP_TABLES).not.toContain('profileKeys');
  expect((await writeBackup(db, 0)).join('')).not.toContain('decisions');
});
