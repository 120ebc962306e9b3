import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { packCheckpoint } from '@/src/store/packed-state';
import { chatList, chatView, checkpointsOf } from '@/src/store/queries';
import { storeNumbered } from '../store/filled-chats';
import { createRunBench } from '../store/run-in-browser';
import type { StoreOperation, StoreSizes } from './store-growth';

const db = new StewardDatabase(DATABASE_NAME);
const clock = { now: () => Date.now() };
const ids = { newId: () => crypto.randomUUID() };
const checkpoints = createCheckpointManager({ store: createCheckpointStore(db), clock, ids });
const timeRun = createRunBench(db);

const CHAT = 'c0';

/** Stores chats. The first has this many messages, each other one ten; its checkpoints are added by {@link addCheckpoints}. */
function fill({ chats, messages }: StoreSizes): Promise<void> {
  return storeNumbered(db, chats, (number) => ({
    id: `c${number}`,
    title: `Question ${number}`,
    atMs: number * 1_000,
    messages: number === 0 ? messages : 10,
    messagesPerRun: 2,
    contextText: 'state '.repeat(100),
    lastRunFails: false,
    textAt: (position) => `Message ${position} of chat ${number}`,
  }));
}

async function addCheckpoints(rows: readonly Checkpoint[]): Promise<void> {
  const packed = await Promise.all(
    rows.map((row) => packCheckpoint({ ...row, chatId: CHAT, messageId: `${CHAT} m1` })),
  );
  await db.checkpoints.bulkAdd(packed);
}

/** Sending a message isn't here: it measures itself, without its model's time. */
const OPERATIONS: Record<Exclude<StoreOperation, 'send a message'>, () => Promise<unknown>> = {
  'open a chat': () => chatView(CHAT, null),
  'list the chats': () => chatList.first({ text: '', limit: 10 }),
  'list the checkpoints': () => checkpointsOf(CHAT),
  'take a checkpoint': takeCheckpoint,
};

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

/** Measures an operation, in milliseconds. */
async function time(operation: StoreOperation): Promise<number> {
  if (operation === 'send a message') return (await timeRun(CHAT)).ownMs;
  const startedAtMs = performance.now();
  await OPERATIONS[operation]();
  return performance.now() - startedAtMs;
}

Object.assign(globalThis, { fill, addCheckpoints, time });
