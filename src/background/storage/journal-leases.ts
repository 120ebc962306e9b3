import { isRestoring } from '@/src/core/checkpoints/restore-intent';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import { needsPageLease } from '@/src/core/page-lock/lock-of';
import type { Clock } from '@/src/core/ports/clock';
import type { PageLeaseJournal } from '@/src/core/ports/journal';
import { samePage } from '@/src/core/records/chat';
import type { PageHolder } from '@/src/core/records/run-status';
import { isLeaseWait } from '@/src/core/records/transition';
import type { Chat } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import type { StewardDatabase } from '@/src/store/db';
import { approvalOf, leasingRun } from '@/src/store/page-holder';
import { changeHistory } from './page-history';
import { rowOf } from './rows';
import { snapshot, transact } from './transact';

/** Creates the journal's methods for page leases. `readChat`: reads a chat outside of any transaction. */
export function leaseMethods(
  db: StewardDatabase,
  clock: Clock,
  readChat: (chatId: string) => Promise<Chat>,
): PageLeaseJournal & Pick<RollbackJournal, 'beginRestore'> {
  const ofLeases = [db.pageLeases, db.runs, db.chats, db.approvals, db.restores];

  const chatById = (chatId: string) => rowOf(db.chats, chatId);

  /** The other chat that works on the page; null if there is none. Runs within the caller's transaction. */
  async function otherHolder({ id, binding }: Chat): Promise<PageHolder | null> {
    if (binding === null) return null;
    const chatId = (await otherRestore(id, binding)) ?? (await otherWorker(id, binding));
    if (chatId === null) return null;
    // A member isn't shown to the user: the chat that leads it is.
    const { memberOf = chatId } = await chatById(chatId);
    return { chatId: memberOf, title: (await chatById(memberOf)).title };
  }

  /** The other chat whose run holds the page's lease. Runs within the caller's transaction. */
  async function otherWorker(id: string, binding: PageBinding): Promise<string | null> {
    const run = await leasingRun(db, binding);
    if (run === undefined || run.chatId === id) return null;
    return needsPageLease(run, await approvalOf(db, run), clock.now()) ? run.chatId : null;
  }

  /** The other chat that is restoring a state on the page. Runs within the caller's transaction. */
  async function otherRestore(id: string, binding: PageBinding): Promise<string | null> {
    const nowMs = clock.now();
    const restores = await db.restores.toArray();
    const others = restores.filter((intent) => intent.chatId !== id && isRestoring(intent, nowMs));
    const chats = await db.chats.bulkGet(others.map(({ chatId }) => chatId));
    const found = chats.find((chat) => samePage(chat?.binding, binding));
    return found?.id ?? null;
  }

  return {
    async leasePage({ id: runId, chatId }) {
      const chat = await readChat(chatId);
      return transact(db, ofLeases, async () => {
        const holder = await otherHolder(chat);
        if (holder !== null || chat.binding === null) return holder;
        const { origin, instanceId, adapterId } = chat.binding;
        await db.pageLeases.put({ origin, instanceId, adapterId, runId });
        return null;
      });
    },

    pageHolder: (chatId) => snapshot(db, ofLeases, async () => otherHolder(await chatById(chatId))),

    beginRestore: (intent, opens) =>
      transact(db, [...ofLeases, db.pages, db.pageSteps], async () => {
        const holder = await otherHolder(await chatById(intent.chatId));
        if (holder !== null) return holder;
        await db.restores.put(intent);
        await changeHistory(db, opens);
        return null;
      }),

    async waitingForPage(chatId) {
      const { binding } = await readChat(chatId);
      return snapshot(db, [db.runs, db.chats], async () => {
        const waiting = await db.runs
          .where('status.state')
          .equals('waiting-for-agent-coordination')
          .filter((run) => run.chatId !== chatId && isLeaseWait(run.status))
          .toArray();
        const chats = await db.chats.bulkGet(waiting.map((run) => run.chatId));
        return chats.flatMap((chat) =>
          chat !== undefined && samePage(chat.binding, binding) ? [chat.id] : [],
        );
      });
    },
  };
}
