import { checkAtStart } from '@/src/background/storage/check-integrity';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { packCheckpoint } from '@/src/store/packed-state';
import { chatList, chatView, checkpointsOf } from '@/src/store/queries';
import { timed } from '../measure';
import { storeChats } from './filled-chats';
import { createRunBench } from './run-in-browser';

const db = new StewardDatabase(DATABASE_NAME);
const clock = { now: () => Date.now() };
const ids = { newId: () => crypto.randomUUID() };
const checkpointStore = createCheckpointStore(db);
const checkpoints = createCheckpointManager({ store: checkpointStore, clock, ids });
const timeRun = createRunBench({ db, clock, ids, checkpoints, checkpointStore });

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
