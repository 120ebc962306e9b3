import Dexie from 'dexie';
import { conversation } from '@/src/core/records/message';
import type { ChatRecord } from '@/src/core/records/record-access';
import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { KnownContext } from '@/src/schema/known-page';
import type { Message } from '@/src/schema/message';
import type { Run, StoredRun } from '@/src/schema/run';
import type { CommittedChange } from '@/src/store/commits';
import type { StewardDatabase } from '@/src/store/db';
import { runOfRow } from '@/src/store/open-runs';
import { isDamaged } from '@/src/store/storage-error';
import { isInDoubt } from './transact';

/** Most chats whose records are kept; usually those of working runs. */
const MAX_CHATS = 4;

/**
 * The records of the chats that were loaded last, as the last committed transaction left them. So a step of a run needn't read
 * what the step before stored. Only writes through `db` update them; the background is the only writer. All rows are frozen,
 * because callers share them.
 */
export interface KeptRecords {
  /** The chat's record, whose list of messages belongs to the caller; null if it isn't kept. */
  recordOf(chatId: string): ChatRecord | null;
  /** The chat, if its record is kept. */
  chatOf(chatId: string): Chat | null;
  /** The run, if it is the current one of a kept record. */
  runOf(runId: string): Run | null;
  /** The page as the chat's conversation knows it, if it was stored since the record is kept. */
  knownPageOf(chatId: string): KnownContext | null;
  /** The calls of a response, in call order, if it is the newest of a kept record and was stored since the record is kept. */
  callsOf(messageId: string): Execution[] | null;
  /** Keeps the record that `read` resolves with, unless it was changed meanwhile. */
  keep(chatId: string, read: () => Promise<ChatRecord>): Promise<ChatRecord>;
}

/** A kept record, with what was stored since the record is kept. */
interface KeptChat {
  record: ChatRecord;
  /** The page as its conversation knows it; null if it was not stored since. */
  knownPage: KnownContext | null;
  /** The calls of the newest response that was stored since; none without such a response. */
  calls: readonly Execution[];
}

/** The rows of a chat that one transaction stored. */
interface ChatChange {
  chat: Chat | null;
  messages: Map<string, Message>;
  runs: Map<string, Run>;
  knownPage: KnownContext | null;
  calls: Map<string, Execution>;
}

export function createKeptRecords(db: StewardDatabase): KeptRecords {
  /** By chat id; the most recently used chat is last. */
  const kept = new Map<string, KeptChat>();
  let commits = 0;

  db.commits.listen((changes) => {
    const ofRecords = changes?.filter(({ table }) => TABLES.includes(table));
    if (ofRecords?.length === 0) return;
    commits += 1;
    if (ofRecords === undefined || !ofRecords.every((change) => change.kind === 'stored')) {
      // A deletion names no chat, and is rare.
      kept.clear();
      return;
    }
    for (const [chatId, change] of changesByChat(db, ofRecords)) {
      const now = kept.get(chatId);
      const next = now === undefined ? null : afterChange(now, change);
      if (next === null) kept.delete(chatId);
      else kept.set(chatId, next);
    }
  });

  /** Returns the chat's kept record, and marks it as the most recently used. */
  function use(chatId: string): KeptChat | null {
    if (isInDoubt(db, OF_RECORDS)) return null;
    const chat = kept.get(chatId);
    if (chat === undefined) return null;
    kept.delete(chatId);
    kept.set(chatId, chat);
    return chat;
  }

  return {
    recordOf(chatId) {
      const chat = use(chatId);
      return chat === null ? null : { ...chat.record, messages: [...chat.record.messages] };
    },

    chatOf: (chatId) => use(chatId)?.record.chat ?? null,

    runOf(runId) {
      const chatId = [...kept].find(([, { record }]) => record.run?.id === runId)?.[0];
      return chatId === undefined ? null : (use(chatId)?.record.run ?? null);
    },

    knownPageOf: (chatId) => use(chatId)?.knownPage ?? null,

    callsOf(messageId) {
      if (isInDoubt(db, OF_CALLS)) return null;
      const found = [...kept.values()].find(({ calls }) => calls[0]?.messageId === messageId);
      return found === undefined ? null : [...found.calls];
    },

    async keep(chatId, read) {
      if (Dexie.currentTransaction !== null) return read();
      const before = commits;
      const record = await read();
      if (commits !== before) return record;
      frozen([record.chat, record.run, ...record.messages]);
      kept.set(chatId, { record: { ...record, messages: [...record.messages] }, knownPage: null, calls: [] });
      const [oldest] = kept.keys();
      if (kept.size > MAX_CHATS && oldest !== undefined) kept.delete(oldest);
      return record;
    },
  };
}

const OF_RECORDS: readonly string[] = ['chats', 'messages', 'runs', 'contexts'];
const OF_CALLS: readonly string[] = ['executions'];
const TABLES = [...OF_RECORDS, ...OF_CALLS];

function changesByChat(db: StewardDatabase, changes: readonly CommittedChange[]): Map<string, ChatChange> {
  const byChat = new Map<string, ChatChange>();
  const ofChat = (chatId: string): ChatChange => {
    // The transaction's first row of this chat starts a new entry.
    const change = byChat.get(chatId) ?? {
      chat: null,
      messages: new Map(),
      runs: new Map(),
      knownPage: null,
      calls: new Map(),
    };
    byChat.set(chatId, change);
    return change;
  };
  const take: Readonly<Record<string, (row: unknown) => void>> = {
    chats(row) {
      const chat = db.readChat(row as Chat);
      ofChat(chat.id).chat = chat;
    },
    messages(row) {
      const message = row as Message;
      ofChat(message.chatId).messages.set(message.id, message);
    },
    runs(row) {
      const run = runOfRow(row as StoredRun);
      ofChat(run.chatId).runs.set(run.id, run);
    },
    executions(row) {
      const call = row as Execution;
      ofChat(call.chatId).calls.set(call.id, call);
    },
    contexts(row) {
      const known = row as KnownContext;
      ofChat(known.chatId).knownPage = known;
    },
  };
  for (const change of changes) {
    if (change.kind === 'stored') change.rows.forEach((row) => void take[change.table]?.(row));
  }
  return byChat;
}

/**
 * The kept record after a change. Null if the rows of the current run are missing, or a message is damaged: the next read from
 * the database then reports the damage.
 */
function afterChange({ record, knownPage, calls }: KeptChat, change: ChatChange): KeptChat | null {
  if ([...change.messages.values()].some(isDamaged)) return null;
  const messages =
    change.messages.size === 0 ? record.messages : withMessages(record.messages, change.messages);
  const runId = currentRunId(messages);
  const before = record.run?.id === runId ? record.run : undefined;
  const run = runId === null ? null : (change.runs.get(runId) ?? before);
  if (run === undefined) return null;
  return {
    record: { chat: frozen(change.chat ?? record.chat), messages, run: frozen(run) },
    knownPage: frozen(change.knownPage ?? knownPage),
    calls: callsAfter(calls, change),
  };
}

/** The newest response's calls after a change. A response is stored together with all its calls. */
function callsAfter(before: readonly Execution[], { messages, calls }: ChatChange): readonly Execution[] {
  if (calls.size === 0) return before;
  const stored = [...calls.values()];
  const isNew = stored.every(({ messageId }) => messages.get(messageId)?.role === 'assistant');
  const after = isNew ? stored : before.map((call) => calls.get(call.id) ?? call);
  return frozen(after.sort((one, other) => one.index - other.index));
}

function withMessages(messages: readonly Message[], stored: ReadonlyMap<string, Message>): Message[] {
  const others = messages.filter(({ id }) => !stored.has(id));
  const all = [...others, ...frozen([...stored.values()])];
  return all.sort((one, other) => one.position - other.position);
}

/** Run id of the newest message that belongs to a run; null if none does. */
export function currentRunId(messages: readonly Message[]): string | null {
  return conversation(messages).findLast((message) => message.runId !== null)?.runId ?? null;
}

/** Freezes a row in all depths: it is shared by all who read it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
