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
import { hasEnded } from '@/src/core/records/transition';
import { english } from '@/src/core/text/english';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { packCheckpoint } from '@/src/store/packed-state';
import { chatList, chatView, checkpointsOf } from '@/src/store/queries';
import { createMemoryLogger } from '@/tests/core/logging/memory-logger';
import { guardedPage } from '@/tests/fakes/guarded-page';
import { createNotesPage, notesAdapter } from '@/tests/fakes/notes-adapter';
import { timed } from '../measure';
import { storeChats } from './filled-chats';

const db = new StewardDatabase(DATABASE_NAME);
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
