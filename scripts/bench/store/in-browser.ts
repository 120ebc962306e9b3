import { createDryRuns } from '@/src/background/page/dry-runners';
import { checkAtStart } from '@/src/background/storage/check-integrity';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { createDecisionSeals } from '@/src/background/storage/decision-seals';
import { createJournal } from '@/src/background/storage/journal';
import { createPageHistory } from '@/src/background/storage/page-history';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import type { AIService } from '@/src/core/llm/ai-service';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import { createConsents } from '@/src/core/policy/user-consent';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { hasEnded } from '@/src/core/records/transition';
import { english } from '@/src/core/text/english';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';
import { wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import { DATABASE_NAME, type StewardDatabase } from '@/src/store/db';
import { packCheckpoint } from '@/src/store/packed-state';
import { chatList, chatView, checkpointsOf } from '@/src/store/queries';
import { createDatabase } from '@/src/store/upgrades';
import { createMemoryLogger } from '@/tests/core/logging/memory-logger';
import { guardedPage } from '@/tests/fakes/guarded-page';
import { createNotesPage, notesAdapter } from '@/tests/fakes/notes-adapter';
import { ended, storedRun } from '@/tests/panel/stored-run';
import { timed } from '../measure';
import type { StoreSizes } from './store-rows';

const db = createDatabase(DATABASE_NAME);
const clock = { now: () => Date.now() };
const ids = { newId: () => crypto.randomUUID() };
const checkpointStore = createCheckpointStore(db);
const checkpoints = createCheckpointManager({ store: checkpointStore, clock, ids });

/** Time that the model takes for its answer, in milliseconds; that of a fast model. */
const ANSWER_MS = 500;

// The real loop over the browser's database, with a page in memory and a model that answers after ANSWER_MS.
const journal = createJournal(db, clock);
let answeringMs = 0;
const ai: AIService = {
  async *stream() {
    const askedAtMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    answeringMs = performance.now() - askedAtMs;
    yield { type: 'content', text: 'An answer.' };
    yield { type: 'finish', reason: 'stop' };
  },
  listModels: async () => [],
};
const tokens = createWriteTokens({ clock, ids });
const notes = createNotesPage({ notes: ['milk'], published: ['milk'] }, clock.now);
const page = guardedPage(notes.port, tokens.checker);
const adapters = { definitionOf: () => notesAdapter };
const observer = createPageObserver({ history: createPageHistory(db), adapters, clock });
const gate = createApprovalGate({
  journal,
  page,
  observer,
  dryRuns: createDryRuns({ page, runners: [], adapters, ids }),
  adapters,
  issuer: tokens.issuer,
  seals: createDecisionSeals(db),
  consents: createConsents(),
  clock,
  ids,
});
const loop = createAgentLoop({
  journal,
  page,
  pageLock: { lock: async () => undefined },
  gate,
  delegatedTokens: createDelegatedTokens(),
  observer,
  timer: { sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)) },
  random: () => 0,
  endpoints: {
    endpointOf: async () => ({
      connectionId: 'k',
      endpoint: { baseUrl: 'http://model.test', key: null, headers: {} },
      model: 'm',
    }),
    traitsOf: async () => ({
      acceptsCacheControl: true,
      takesImages: true,
    }),
    noteCacheRefusal: async () => undefined,
  },
  ai,
  adapters,
  logger: createMemoryLogger('error').logger,
  events: { emit: () => undefined },
  checkpoints,
  checkpointStore,
  clock,
  ids,
});

/** The chat that the operations open: the first one. */
const CHAT = 'c0';

/** Number of chats that the panel's list loads at once. */
const PAGE_SIZE = 10;

const search = (text: string) => timed(() => chatList.first({ text, limit: PAGE_SIZE }));

/** Each measures itself once, in milliseconds. */
const OPERATIONS = {
  'opening the list': search(''),
  'searching a word of one chat': search('unique'),
  'searching a word of some chats': search('sometimes'),
  'searching a word of every chat': search('everywhere'),
  'searching the beginning of a word': search('everyw'),
  'searching the beginning of many words': search('word1'),
  'searching three words': search('everywhere question sometimes'),
  'searching a word of no chat': search('nowhere'),
  'other chats that run': timed(() => chatList.unfinished()),
  'opening a chat': timed(() => chatView(CHAT, null)),
  'the check at the worker’s start': timed(() => checkAtStart(db, crypto.randomUUID(), 0)),
  'listing the checkpoints': timed(() => checkpointsOf(CHAT)),
  'taking a checkpoint': timed(takeCheckpoint),
  'a run with one answer': async () => (await timeRun(CHAT)).totalMs,
  'a run without the model’s time': async () => (await timeRun(CHAT)).ownMs,
};

/** Name of an operation that is measured in a database. */
export type Operation = keyof typeof OPERATIONS;

/** Durations of one run with one answer, in milliseconds: from the user's message to the end of the run, and without the model's time. */
async function timeRun(chatId: string): Promise<{ totalMs: number; ownMs: number }> {
  const totalMs = await timed(async () => {
    await loop.sendUserMessage(chatId, 'A question.');
    while (loop.isBusy()) await new Promise((resolve) => setTimeout(resolve));
  })();
  const { run } = await journal.load(chatId);
  if (run === null || !hasEnded(run.status)) throw new Error('The run did not end.');
  if (run.error !== null) throw new Error(english(run.error.message));
  return { totalMs, ownMs: totalMs - answeringMs };
}

async function takeCheckpoint(): Promise<void> {
  const chat = await db.chats.get(CHAT);
  if (chat?.binding == null) throw new Error('There is no chat.');
  await checkpoints.take({
    chatId: CHAT,
    page: chat.binding,
    reason: 'before-changes',
    runId: null,
    messageId: `${CHAT} m1`,
    position: 1,
    calls: [],
    stateHash: crypto.randomUUID(),
    state: { notes: [crypto.randomUUID()] },
    conversation: null,
    known: null,
    unreported: [],
    limit: chat.settings.checkpointLimit,
  });
}

async function addCheckpoints(rows: readonly Checkpoint[]): Promise<void> {
  const ofChat = rows.map((row) => packCheckpoint({ ...row, chatId: CHAT, messageId: `${CHAT} m1` }));
  await db.checkpoints.bulkAdd(await Promise.all(ofChat));
}

Object.assign(globalThis, {
  addCheckpoints,
  fill: storeChats.bind(null, db),
  time: (operation: Operation) => OPERATIONS[operation](),
});

/** Number of chats stored per transaction. */
const BATCH = 20;

/** Number of different words in all texts. */
const VOCABULARY = 3_000;

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

/**
 * Stores chats with all rows that the background would write for them, so that queries take as long as in the product. Messages are
 * by turns the user's and the model's.
 */
async function storeChats(db: StewardDatabase, sizes: StoreSizes): Promise<void> {
  const { chats, messages, messagesOfOthers } = sizes;
  for (let from = 0; from < chats; from += BATCH) {
    const rows = numbers(Math.min(BATCH, chats - from)).map((index) =>
      rowsOf(from + index, from + index === 0 ? messages : messagesOfOthers, sizes),
    );
    await db.transaction('rw', [db.chats, db.messages, db.runs, db.chatWords], async () => {
      await db.chats.bulkAdd(rows.map((row) => row.chat));
      await db.runs.bulkAdd(rows.flatMap((row) => row.runs));
      await db.messages.bulkAdd(rows.flatMap((row) => row.messages));
      await db.chatWords.bulkPut(
        rows.flatMap(({ chat: { id, title, createdAtMs }, messages: own }) => [
          ...wordsOfMessages(own),
          ...wordsOfTitle(id, title, createdAtMs),
        ]),
      );
    });
  }
}

/** The rows of a chat, which depend only on the arguments. */
function rowsOf(number: number, count: number, { chats, messagesPerRun, wordsPerMessage }: StoreSizes) {
  const id = `c${number}`;
  const atMs = number * 1_000;
  const chat = newChat({
    ...{ id, title: `Question ${number} about models`, atMs, lastStateHash: null },
    binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
    settings: { ...newChatSettings(), generatesTitle: false },
  });
  const runs = numbers(count / messagesPerRun).map((index) => {
    const fails = number % 10 === 1 && index === count / messagesPerRun - 1;
    return storedRun(ended(fails ? 'error' : 'completed'), {
      ...{ id: `${id} r${index}`, chatId: id, openingMessageId: `${id} m${index * messagesPerRun}` },
      ...{ startedAtMs: atMs + index, endedAtMs: atMs + index },
      ...{ contextText: 'state '.repeat(100), nonce: 'n' },
    });
  });
  const messages = numbers(count).map((position): Message => {
    const base = {
      ...{ id: `${id} m${position}`, chatId: id, runId: `${id} r${Math.floor(position / messagesPerRun)}` },
      ...{ position, createdAtMs: atMs + position, discardedBy: null },
      content: textOf(number, position, wordsPerMessage, chats),
    };
    if (position % 2 === 0) return { ...base, role: 'user', changes: [], nonce: 'n' };
    const answer = { reasoning: '', reasoningMs: 0, model: 'm', seenStateHash: null };
    return { ...base, ...answer, role: 'assistant', toolCalls: [], finishReason: 'stop' };
  });
  return { chat, runs, messages };
}

/** A text of frequent and rare words, which depends only on the arguments. */
function textOf(chat: number, position: number, length: number, chats: number): string {
  const words = numbers(length).map((index) => {
    const seed = Math.sin(chat * 9_301 + position * 49_297 + index * 233) * 10_000;
    const share = seed - Math.floor(seed);
    return `word${Math.floor(share ** 3 * VOCABULARY).toString(36)}`;
  });
  if (position === 10) words.push('everywhere');
  // In at least ten chats, so that the first page of results is always full.
  if (position === 12 && chat % Math.max(1, chats / 100) === 0) words.push('sometimes');
  if (position === 14 && chat === Math.floor(chats / 2)) words.push('unique');
  return words.join(' ');
}
