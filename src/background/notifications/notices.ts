import { isListed } from '@/src/core/records/chat';
import { outcomeOf } from '@/src/core/records/transition';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import { type Said, say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import { leadingChat } from '@/src/store/page-holder';
import { startingWith } from '@/src/store/starting-with';
import { snapshot } from '../storage/transact';

/** The reason for a notice. All kinds except `ended` wait for the user. */
export type NoticeKind =
  | 'approval'
  /** The model called `ask_user`; the next message is the answer. */
  | 'question'
  /** The run waits until the user continues it, e.g. at the limit of rounds. */
  | 'continue'
  /** No connection or model is selected. */
  | 'endpoint'
  | 'failed'
  | 'ended';

/** Something that the user should be notified of. */
export interface Notice {
  /** Unique for each occurrence: a second question of the same run has another id. */
  id: string;
  kind: NoticeKind;
  chatId: string;
  /** The title of the chat’s page, or the number of its sites. */
  place: Said;
}

const WAITING_STATES = ['waiting-for-approval', 'waiting-for-user-input', 'waiting-for-endpoint'];

/**
 * The notices of all chats, ordered by the start of their runs: runs that wait for the user, and runs that ended or
 * failed while no panel showed them. Runs that the user paused, rolled back or stopped cause no notice. Rejects with
 * `storage`.
 */
export function currentNotices(db: StewardDatabase): Promise<Notice[]> {
  return snapshot(db, [db.runs, db.approvals, db.chats], async () => {
    // Reads only the few waiting runs and unread chats, since runs and approvals are never deleted.
    const waiting = await db.runs.where('status.state').anyOf(WAITING_STATES).toArray();
    const unread = await db.chats.filter((chat) => chat.isUnread && isListed(chat)).toArray();
    const unreadIds = new Set(unread.map(({ id }) => id));
    const runs: Run[] = [];
    for (const chatId of new Set([...waiting.map((run) => run.chatId), ...unreadIds])) {
      // Only the newest run counts: earlier ones keep the status that they had when a new message followed.
      const newest = await startingWith(db.runs, '[chatId+startedAtMs]', chatId).last();
      if (newest !== undefined) runs.push(newest);
    }
    const notices: Notice[] = [];
    for (const run of runs.sort((a, b) => a.startedAtMs - b.startedAtMs)) {
      const kind = await kindOf(db, run, unreadIds.has(run.chatId));
      if (kind === null) continue;
      const chat = await db.chats.get(run.chatId);
      const leading = await leadingChat(db, run.chatId);
      const notice = { id: idOf(run), kind, chatId: leading?.id ?? run.chatId, place: placeOf(leading) };
      // The sites of a response ask on one card. What else becomes of a site is in the notices of the chat that leads it.
      const isElsewhere =
        chat?.memberOf !== undefined && (kind !== 'approval' || notices.some(({ id }) => id === notice.id));
      if (!isElsewhere) notices.push(notice);
    }
    return notices;
  });
}

function placeOf(chat: Chat | undefined): Said {
  if (chat?.targets !== undefined) return say('sites.count', { count: chat.targets.length });
  // A chat that is being deleted or has no page is named after the extension.
  return chat?.binding?.title ?? 'Steward';
}

async function kindOf(db: StewardDatabase, { status }: Run, isUnread: boolean): Promise<NoticeKind | null> {
  if (status.state === 'waiting-for-approval') {
    const approval = await db.approvals.get(status.approvalId);
    return approval?.state === 'pending' ? 'approval' : null;
  }
  if (status.state === 'waiting-for-endpoint') return 'endpoint';
  if (status.state === 'waiting-for-user-input') {
    if (status.reason === 'question') return 'question';
    return status.reason === 'rolled-back' ? null : 'continue';
  }
  const outcome = isUnread ? outcomeOf(status) : null;
  if (outcome === 'error') return 'failed';
  return outcome === 'completed' ? 'ended' : null;
}

function idOf({ id, status, endedAtMs, carriesOut }: Run): string {
  if (carriesOut !== undefined) return `sites:${carriesOut}`;
  if (status.state === 'waiting-for-approval') return `approval:${status.approvalId}`;
  // Distinguishes successive waits by the time at which they began. A run that waits for a model has no such time.
  return `run:${id}:${endedAtMs ?? status.state}`;
}
