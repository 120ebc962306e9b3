import { lockOf } from '@/src/core/page-lock/lock-of';
import type { PageHolder } from '@/src/core/records/run-status';
import type { Approval } from '@/src/schema/approval';
import type { RunStatus } from '@/src/schema/run-status';
import type { StewardDatabase } from './db';

/** Another chat that works on a chat's page, so that this one has to wait for it. */
export interface OtherHolder extends PageHolder {
  /** Time at which its lock ends before its run does, in milliseconds since 1970; null if it lasts as long as its run works. */
  untilMs: number | null;
}

/**
 * The chat that has the lease of this chat's page, as long as its run needs it; null if the page is free, or this chat's.
 * Run it inside a live query: it reads nothing but the database, and the clock.
 */
export async function readPageHolder(
  db: StewardDatabase,
  chatId: string,
  nowMs: number,
): Promise<OtherHolder | null> {
  return db.transaction('r', [db.chats, db.pageLeases, db.runs, db.approvals], async () => {
    const binding = (await db.chats.get(chatId))?.binding ?? null;
    if (binding === null) return null;
    const lease = await db.pageLeases.get([binding.origin, binding.instanceId, binding.adapterId]);
    const run = lease === undefined ? undefined : await db.runs.get(lease.runId);
    if (run === undefined || run.chatId === chatId) return null;
    const [chat, approval] = await Promise.all([db.chats.get(run.chatId), approvalOf(db, run.status)]);
    const lock = lockOf(run, approval, [], nowMs);
    return chat === undefined || lock === null
      ? null
      : { chatId: chat.id, title: chat.title, untilMs: lock.untilMs };
  });
}

async function approvalOf(db: StewardDatabase, status: RunStatus): Promise<Approval | null> {
  if (status.state !== 'waiting-for-approval') return null;
  return (await db.approvals.get(status.approvalId)) ?? null;
}
