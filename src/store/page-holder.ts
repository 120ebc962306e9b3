import { lockOf } from '@/src/core/page-lock/lock-of';
import type { PageHolder } from '@/src/core/records/run-status';
import type { Approval } from '@/src/schema/approval';
import type { Chat } from '@/src/schema/chat';
import type { PagePlace } from '@/src/schema/page-binding';
import type { Run, StoredRun } from '@/src/schema/run';
import type { StewardDatabase } from './db';

/** Another chat that works on a chat's page, so that the chat has to wait. */
export interface OtherHolder extends PageHolder {
  /** Time at which the other chat's lock ends, in milliseconds since 1970; null if the lock lasts as long as its run works. */
  untilMs: number | null;
}

/**
 * The other chat whose run has the lease of this chat's page and still needs it. Null if there is none, if this chat
 * has no page of its own, or if this chat is read-only and so can work at the same time. Call it inside a live query: all that it
 * reads is in the database, apart from `nowMs`.
 *
 * @param nowMs the present time, in milliseconds since 1970
 */
export async function readPageHolder(
  db: StewardDatabase,
  chatId: string,
  nowMs: number,
): Promise<OtherHolder | null> {
  return db.transaction('r', [db.chats, db.pageLeases, db.runs, db.approvals], async () => {
    const waiting = await db.chats.get(chatId);
    if (!waiting?.binding || waiting.targets || waiting.settings.approvalPolicy === 'read-only') return null;
    const run = await leasingRun(db, waiting.binding);
    if (run === undefined || run.chatId === chatId) return null;
    const [chat, approval] = await Promise.all([leadingChat(db, run.chatId), approvalOf(db, run)]);
    const lock = lockOf(run, approval, [], nowMs);
    return chat === undefined || lock === null
      ? null
      : { chatId: chat.id, title: chat.title, untilMs: lock.untilMs };
  });
}

/** The chat with this id; for a member, the chat that leads it. */
export async function leadingChat(
  { chats }: Pick<StewardDatabase, 'chats'>,
  chatId: string,
): Promise<Chat | undefined> {
  const chat = await chats.get(chatId);
  return chat?.memberOf === undefined ? chat : chats.get(chat.memberOf);
}

/** The run that has the lease of a page; undefined if there is none. The run may no longer need the lease. */
export async function leasingRun(
  db: Pick<StewardDatabase, 'pageLeases' | 'runs'>,
  { origin, instanceId, adapterId }: PagePlace,
): Promise<StoredRun | undefined> {
  const lease = await db.pageLeases.get([origin, instanceId, adapterId]);
  return lease && db.runs.get(lease.runId);
}

/** The approval request that a run waits for; null if it waits for none. */
export async function approvalOf(
  db: Pick<StewardDatabase, 'approvals'>,
  { status }: Pick<Run, 'status'>,
): Promise<Approval | null> {
  if (status.state !== 'waiting-for-approval') return null;
  return (await db.approvals.get(status.approvalId)) ?? null;
}
