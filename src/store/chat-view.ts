import type { Approval } from '@/src/schema/approval';
import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type {
  AccountingMessage,
  AssistantMessage,
  Message,
  RollbackMessage,
  SummaryMessage,
  SystemMessage,
  UserMessage,
} from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunOutcome } from '@/src/schema/run-status';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { RUN_OUTCOMES, type StewardDatabase } from './db';
import { createMessageReader, finderIn, type MessageFinder } from './message-reader';
import { type SiteView, siteParts } from './site-parts';
import { startingWith } from './starting-with';

/** A run that failed or was stopped. */
export interface UnansweredRun {
  runId: string;
  /** Null if it was stopped. */
  error: ErrorCode | null;
}

/** Consecutive messages of a conversation, with the calls that they made. */
export interface MessageBatch {
  /** In order, without discarded entries. */
  messages: Message[];
  executions: Execution[];
  /** The runs of these messages that failed or were stopped. */
  unanswered: UnansweredRun[];
  hasEarlier: boolean;
  /** True if the first run of the batch begins with the system prompt: at the chat's start, and after an accepted summary. */
  opensWithPrompt: boolean;
}

/** Messages of the whole conversation that other parts of the panel depend on. */
export interface Landmarks {
  /** The newest message of each role; null if there is none. */
  user: UserMessage | null;
  system: SystemMessage | null;
  accounting: AccountingMessage | null;
  /** The newest response that a model wrote. Plans don't count, because Steward creates them. */
  response: AssistantMessage | null;
  /** All summaries, in order. */
  summaries: SummaryMessage[];
  rollbacks: RollbackMessage[];
}

/** The position from which a view has all messages. It stays until the user sends a message, so that none leaves the view meanwhile. */
export interface ViewStart {
  position: number;
  /** The newest message of the user at that time; null if there was none. */
  userId: string | null;
  /** True if the conversation had no message before it. */
  isWhole: boolean;
}

/** A chat with everything that the panel shows of it when it opens. Of its messages, this is the newest batch. */
export interface ChatView extends MessageBatch {
  chat: Chat;
  landmarks: Landmarks;
  start: ViewStart;
  /** The run of the conversation's newest message that belongs to a run; null if none does. */
  run: Run | null;
  /** The approval request that the run waits for; null also while the run is paused, when nothing can be decided. */
  pendingApproval: Approval | null;
  /** The sites that the run's newest calls name; empty for a chat about one page. */
  siteParts: SiteView[];
}

/** The queries of a chat's messages. Except for `all`, their time doesn't depend on the chat's length. */
export interface ChatReader {
  /**
   * The chat, or null if there is none with this id.
   *
   * @param start the start of the previous view of this chat; null for the newest batch
   */
  view(chatId: string, start: ViewStart | null): Promise<ChatView | null>;
  /** The messages from the position `from` on, before `to`. */
  between(chatId: string, from: number, to: number): Promise<MessageBatch>;
  /** The position of the first message of the batch that ends before this position; null if there are no messages. */
  startOfBatchBefore(chatId: string, end: number): Promise<number | null>;
  /** The position of the first message after the batch that begins at this position; infinite if there is none. */
  endOfBatchFrom(chatId: string, begin: number): Promise<number>;
  /** All messages, in order, in batches. */
  all(chatId: string): AsyncGenerator<Message[]>;
  /** The user's newest messages, at most `limit`, in order. */
  userMessages(chatId: string, limit: number): Promise<UserMessage[]>;
}

/** Messages in one batch of {@link ChatReader.all}. */
const BATCH = 500;

type ViewTables = Pick<
  StewardDatabase,
  'transaction' | 'chats' | 'messages' | 'executions' | 'runs' | 'approvals'
>;

export function createChatReader(db: ViewTables): ChatReader {
  const reader = createMessageReader(db);

  async function batchOf(
    chatId: string,
    messages: Message[],
    start: number,
    finder: MessageFinder,
  ): Promise<MessageBatch> {
    const any = () => true;
    const isOfRun = ({ runId }: Message) => runId !== null;
    const [executions, unanswered, earlier, user, system, summary] = await Promise.all([
      executionsOf(messages),
      unansweredOf(chatId, messages),
      finder.newest(chatId, start, any),
      finder.newestOf(chatId, 'user', start, isOfRun),
      finder.newestOf(chatId, 'system', start, isOfRun),
      finder.newestOf(chatId, 'summary', start, ({ state }) => state === 'boundary'),
    ]);
    const lastOfRun = Math.max(user?.position ?? -Infinity, system?.position ?? -Infinity);
    const opensWithPrompt = lastOfRun === -Infinity || (summary !== null && summary.position > lastOfRun);
    return { messages, executions, unanswered, hasEarlier: earlier !== null, opensWithPrompt };
  }

  /** Finds the runs by an index, and reads only the rows of failed ones, since a row contains a whole page. */
  async function unansweredOf(chatId: string, messages: readonly Message[]): Promise<UnansweredRun[]> {
    const runIds = new Set(messages.map(({ runId }) => runId));
    const idsOf = async (outcome: RunOutcome) => {
      const ids = await db.runs.where(RUN_OUTCOMES).equals([chatId, outcome]).primaryKeys();
      return ids.filter((id) => runIds.has(id));
    };
    const [failed, stopped] = await Promise.all([idsOf('error'), idsOf('stopped')]);
    const rows = await db.runs.bulkGet(failed);
    return [
      ...rows.flatMap((run) => (run === undefined ? [] : { runId: run.id, error: run.error?.code ?? null })),
      ...stopped.map((runId) => ({ runId, error: null })),
    ];
  }

  async function executionsOf(messages: readonly Message[]): Promise<Execution[]> {
    const ids = messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map(({ executionId }) => executionId) : [],
    );
    return (await db.executions.bulkGet(ids)).flatMap((execution) => execution ?? []);
  }

  async function landmarksOf(chatId: string, finder: MessageFinder): Promise<Landmarks> {
    const newest = <Role extends 'user' | 'system' | 'accounting'>(role: Role) =>
      finder.newestOf(chatId, role, Infinity, () => true);
    const [user, system, accounting, response, summaries, rollbacks] = await Promise.all([
      newest('user'),
      newest('system'),
      newest('accounting'),
      finder.newestOf(chatId, 'assistant', Infinity, ({ plan }) => plan !== true),
      finder.allOf(chatId, 'summary'),
      finder.allOf(chatId, 'rollback'),
    ]);
    return { user, system, accounting, response, summaries, rollbacks };
  }

  const inTransaction = <Value>(work: () => Promise<Value>) =>
    db.transaction('r', [db.chats, db.messages, db.executions, db.runs, db.approvals], work);

  return {
    view: (chatId, start) =>
      inTransaction(async () => {
        const [chat, newest] = await Promise.all([
          db.chats.get(chatId),
          start === null || start.isWhole ? reader.batchBefore(chatId, Infinity) : null,
        ]);
        if (chat === undefined) return null;
        // Most conversations are one batch, in which everything is found without further readings.
        const whole = newest?.isWhole === true ? newest.messages : null;
        const finder = whole === null ? reader : finderIn(whole);
        const landmarks = await landmarksOf(chatId, finder);
        const userId = landmarks.user?.id ?? null;
        const kept = whole === null && start?.userId === userId ? start : null;
        const messages =
          kept === null
            ? (newest ?? (await reader.batchBefore(chatId, Infinity))).messages
            : await reader.between(chatId, kept.position, Infinity);
        const position = kept?.position ?? messages[0]?.position ?? -Infinity;
        const runId = runIdOf(messages, landmarks);
        const [batch, run] = await Promise.all([
          batchOf(chatId, messages, position, finder),
          runId === null ? undefined : db.runs.get(runId),
        ]);
        const approvalId = run?.status.state === 'waiting-for-approval' ? run.status.approvalId : null;
        return {
          ...batch,
          chat,
          landmarks,
          start: { position, userId, isWhole: whole !== null },
          run: run ?? null,
          pendingApproval: (approvalId === null ? null : await db.approvals.get(approvalId)) ?? null,
          siteParts: await siteParts(db, chat, run, messages),
        };
      }),
    between: (chatId, from, to) =>
      inTransaction(async () => batchOf(chatId, await reader.between(chatId, from, to), from, reader)),
    async startOfBatchBefore(chatId, end) {
      return (await reader.batchBefore(chatId, end)).messages[0]?.position ?? null;
    },
    async endOfBatchFrom(chatId, begin) {
      const last = (await reader.batchFrom(chatId, begin)).at(-1);
      const next =
        last === undefined
          ? null
          : await db.messages.where('[chatId+position]').above([chatId, last.position]).first();
      return next?.chatId === chatId ? next.position : Infinity;
    },
    async *all(chatId) {
      for (let from: number | null = -Infinity; from !== null; ) {
        const rows: Message[] = await db.messages
          .where('[chatId+position]')
          .between([chatId, from], [chatId, Infinity], false, false)
          .limit(BATCH)
          .toArray();
        yield rows.filter(({ discardedBy }) => discardedBy === null);
        from = rows.length < BATCH ? null : (rows.at(-1)?.position ?? null);
      }
    },
    async userMessages(chatId, limit) {
      const newest = await startingWith(db.messages, '[chatId+role+position]', chatId, 'user')
        .reverse()
        .filter(({ discardedBy }) => discardedBy === null)
        .limit(limit)
        .toArray();
      return newest.reverse().filter((message) => message.role === 'user');
    },
  };
}

/** The run of the newest message that belongs to a run. If no message of the batch does, the landmarks are searched. */
function runIdOf(messages: readonly Message[], { user, system }: Landmarks): string | null {
  const isOfRun = (message: Message | null) => message !== null && message.runId !== null;
  const inBatch = messages.findLast(isOfRun);
  const before = [user, system]
    .filter((message) => message !== null)
    .filter(isOfRun)
    .sort((a, b) => a.position - b.position);
  return (inBatch ?? before.at(-1))?.runId ?? null;
}
