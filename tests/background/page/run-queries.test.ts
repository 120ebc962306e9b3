import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRunWaiting } from '@/src/background/page/run-queries';
import type { RunStatus } from '@/src/schema/run-status';
import { DATABASE_NAME, type StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { ended, storedRun, WAITING } from '../../panel/stored-run';

const FOR_EVENT: RunStatus = {
  state: 'waiting-for-system-input',
  outcome: null,
  requiredScope: 'page',
  interruptibleByUser: false,
};

let db: StewardDatabase;

beforeEach(() => {
  db = createDatabase(DATABASE_NAME);
});

afterEach(() => db.delete());

describe('the page of a chat is read without a panel', () => {
  it.each<[string, boolean, RunStatus]>([
    ['waits in a wait call', true, WAITING],
    ['waits for an event after a call', true, FOR_EVENT],
    ['is over', false, ended('completed')],
    ['waits for the user', false, { state: 'waiting-for-user-input', reason: 'question' }],
    ['takes steps', false, { state: 'processing' }],
  ])('if its run %s: %s', async (_name, isRead, status) => {
    await db.runs.put(storedRun(status));
    expect(await isRunWaiting(db, 'c')).toBe(isRead);
    expect(await isRunWaiting(db, 'another chat')).toBe(false);
  });
});
