import type { StewardDatabase } from '@/src/store/db';
import { stored } from '../storage/storage-error';

/** A pending approval request. */
export interface WaitingRequest {
  approvalId: string;
  chatId: string;
  /** The title of the chat’s page. */
  pageTitle: string;
}

/**
 * The pending approval requests of all chats, in the order of their runs, except those of paused runs.
 * Rejects with `storage`.
 */
export function waitingRequests(db: StewardDatabase): Promise<WaitingRequest[]> {
  return stored(() =>
    db.transaction('r', [db.runs, db.approvals, db.chats], async () => {
      const requests: WaitingRequest[] = [];
      // Queries runs, because few of them wait, while approvals are never deleted.
      for (const run of await db.runs
        .where('status.state')
        .equals('waiting-for-approval')
        .sortBy('startedAtMs')) {
        const approval =
          run.status.state === 'waiting-for-approval'
            ? await db.approvals.get(run.status.approvalId)
            : undefined;
        if (approval?.state !== 'pending') continue;
        const chat = await db.chats.get(run.chatId);
        requests.push({
          approvalId: approval.id,
          chatId: run.chatId,
          // A chat that is just being deleted, or has no page, is named after the extension.
          pageTitle: chat?.binding?.title ?? 'Steward',
        });
      }
      return requests;
    }),
  );
}
