import { lockOf } from '@/src/core/page-lock/lock-of';
import type { PageHolder } from '@/src/core/records/run-status';
import type { Approval } from '@/src/schema/approval';
import type { Chat } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Run, StoredRun } from '@/src/schema/run';
import type { StewardDatabase } from './db';

/** Another chat that works on a chat's page, so that the chat has to wait. */
export interface OtherHolder extends PageHolder {
  /** Time at which the other chat's lock ends, in milliseconds since 1970; null if the lock lasts as long as its run works. */
  untilMs: number | null;
}

/**
 * The other chat whose run has the lease of this chat's page and still needs it. If it is the chat of a site, this is the chat that
 * leads the sites. Null if there is none, if this chat has no page, or if this chat is read-only and so can work at the same time. Call
 * it inside a live query: all that it reads is in the database, apart from `nowMs`.
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
    if (!waiting?.binding || waiting.settings.approvalPolicy === 'read-only') return null;
    // Only its members work on pages.
    if (waiting.targets !== undefined) return null;
    const run = await leasingRun(db, waiting.binding);
    if (run === undefined || run.chatId === chatId) return null;
    const [holder, approval] = await Promise.all([db.chats.get(run.chatId), approvalOf(db, run)]);
    const chat = holder && (await leadingChat(db, holder));
    const lock = lockOf(run, approval, [], nowMs);
    return chat === undefined || chat.id === chatId || lock === null
      ? null
      : { chatId: chat.id, title: chat.title, untilMs: lock.untilMs };
  });
}

/** The chat that lists show for this one: for a member of a chat about several sites, the one that leads it. */
export async function leadingChat(db: Pick<StewardDatabase, 'chats'>, chat: Chat): Promise<Chat> {
  // A member is deleted together with the chat that leads it.
  return (chat.memberOf === undefined ? undefined : await db.chats.get(chat.memberOf)) ?? chat;
}

/** The run that has the lease of a page; undefined if there is none. The run may no longer need the lease. */
export async function leasingRun(
  db: Pick<StewardDatabase, 'pageLeases' | 'runs'>,
  { origin, instanceId, adapterId }: PageBinding,
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
