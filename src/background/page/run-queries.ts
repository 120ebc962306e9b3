import { isRestoring } from '@/src/core/checkpoints/restore-intent';
import { type LockWindow, lockOf } from '@/src/core/page-lock/lock-of';
import type { Clock } from '@/src/core/ports/clock';
import type { Chat } from '@/src/schema/chat';
import type { AssistantMessage, Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import type { StewardDatabase } from '@/src/store/db';
import { approvalOf, leasingRun } from '@/src/store/page-holder';
import { startingWith } from '@/src/store/starting-with';
import { stored } from '../storage/storage-error';

/** States in which a run may lock its page. Few runs are in one of them, however many chats there are. */
const MAY_LOCK: RunStatus['state'][] = [
  'waiting-for-all-actors-ready',
  'waiting-for-tools',
  'waiting-for-approval',
  'processing',
];

/** States in which a run continues without the user: its next step, or the end of its wait, needs a running background. */
const CONTINUES_BY_ITSELF: RunStatus['state'][] = [
  'waiting-for-all-actors-ready',
  'processing',
  'waiting-for-tools',
  'waiting-for-agent-coordination',
];

/** States in which a change of the page can continue an open run. */
const WAITING: RunStatus['state'][] = ['waiting-for-agent-coordination', 'waiting-for-system-input'];

/** A lock with the run that needs it. */
export interface RunLock extends LockWindow {
  runId: string;
  /** True if the user requested a stop that is still pending. */
  isStopping: boolean;
}

/** Reads from the database which locks are needed. Keeps nothing in memory, so a restarted worker gets the same result. */
export interface LockQueries {
  /** The lock that a chat's run needs now; null if none. Rejects with `storage`. */
  lockOfChat(chatId: string): Promise<RunLock | null>;
  /** The chat of a run that needs a lock now; null for any other id. Rejects with `storage`. */
  chatOfLock(runId: string): Promise<string | null>;
  /** The chats whose runs may need a lock. Rejects with `storage`. */
  chats(): Promise<string[]>;
}

export function createLockQueries(db: StewardDatabase, clock: Clock): LockQueries {
  const runs = () => db.runs.where('status.state').anyOf(MAY_LOCK).toArray();

  async function lastResponse(run: Run): Promise<AssistantMessage | undefined> {
    const isOfRun = (message: Message): message is AssistantMessage =>
      message.runId === run.id && message.role === 'assistant' && message.discardedBy === null;
    const ofChat = startingWith(db.messages, '[chatId+position]', run.chatId);
    return (await ofChat.reverse().filter(isOfRun).first()) as AssistantMessage | undefined;
  }

  async function callsOf(run: Run) {
    if (run.status.state !== 'waiting-for-tools') return [];
    const response = await lastResponse(run);
    return response === undefined ? [] : db.executions.where('messageId').equals(response.id).toArray();
  }

  /**
   * True if the run has the lease of its page. Runs of two chats may work on the same page. A run that waits for the
   * other one, or only reads, must not lock the page.
   */
  async function hasLease({ id, chatId }: Run): Promise<boolean> {
    const binding = (await db.chats.get(chatId))?.binding ?? null;
    return binding !== null && (await leasingRun(db, binding))?.id === id;
  }

  async function lockOfRun(run: Run | undefined): Promise<RunLock | null> {
    if (run === undefined || !(await hasLease(run))) return null;
    const lock = lockOf(run, await approvalOf(db, run), await callsOf(run), clock.now());
    return lock === null ? null : { ...lock, runId: run.id, isStopping: run.control === 'stop' };
  }

  return {
    lockOfChat: (chatId) =>
      stored(async () => lockOfRun((await runs()).find((run) => run.chatId === chatId))),
    chatOfLock: (runId) =>
      stored(async () => {
        const run = await db.runs.get(runId);
        return run === undefined || (await lockOfRun(run)) === null ? null : run.chatId;
      }),
    chats: () => stored(async () => (await runs()).map((run) => run.chatId)),
  };
}

/**
 * True if the chat's run waits for its page, for an event, for time, or for another chat. Queries runs, not chats: a tab is
 * bound to a chat shortly before the chat is stored.
 */
export async function isRunWaiting(db: StewardDatabase, chatId: string): Promise<boolean> {
  const open = db.runs.where('isOpen').equals(1);
  return (
    (await open.filter((run) => run.chatId === chatId && WAITING.includes(run.status.state)).count()) > 0
  );
}

/** True if the chat has a run that takes steps, and so reads the page by itself before its next request. */
export async function isRunWorking(db: StewardDatabase, chatId: string): Promise<boolean> {
  const working = db.runs.where('status.state').anyOf('processing', 'waiting-for-tools');
  return (await working.filter((run) => run.chatId === chatId).count()) > 0;
}

/** True if the chat has a run that hasn't ended, or a restore: the loop has to know of each reading of its page. */
export async function hasOpenWork(db: StewardDatabase, chatId: string): Promise<boolean> {
  const open = db.runs.where('isOpen').equals(1);
  if ((await open.filter((run) => run.chatId === chatId).count()) > 0) return true;
  return (await db.restores.toArray()).some((restore) => restore.chatId === chatId);
}

/** True while a run or a restore of any chat has to continue without the user. */
export async function hasUnfinishedWork(db: StewardDatabase, clock: Clock): Promise<boolean> {
  const open = await db.runs.where('status.state').anyOf(CONTINUES_BY_ITSELF).toArray();
  const asking = await db.runs.where('status.state').equals('waiting-for-approval').toArray();
  const chats = await db.chats.bulkGet(open.map(({ chatId }) => chatId));
  // A chat about several sites waits for the user while one of its sites does. A site that works has a run of its own.
  const isAsked = (chat: Chat | undefined) =>
    chat?.targets?.some((site) => asking.some(({ chatId }) => chatId === site.chatId)) === true;
  if (!chats.every(isAsked)) return true;
  const restores = await db.restores.toArray();
  return restores.some((intent) => isRestoring(intent, clock.now()));
}
