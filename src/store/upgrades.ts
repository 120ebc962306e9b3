import type Dexie from 'dexie';
import type { Transaction } from 'dexie';
import { splitRequest } from '@/src/core/history/request-parts';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { imageIdOf } from '@/src/core/records/image';
import { hasEnded } from '@/src/core/records/transition';
import { callLabel } from '@/src/core/tools/call-label';
import { readArguments } from '@/src/core/tools/read-arguments';
import type { Chat, StoredChat } from '@/src/schema/chat';
import type { KeptImage, MessageImage } from '@/src/schema/image';
import type { Message, UserMessage } from '@/src/schema/message';
import type { SentRequest, StoredRequest } from '@/src/schema/sent-request';
import { fillChatWords } from './chat-words';
import { StewardDatabase, VERSIONS } from './db';

const RENAMED_WORDS: Readonly<Record<string, string>> = {
  'before-drafts': 'before-restore-unsaved',
  'before-saved': 'before-restore-saved',
  'restore-drafts': 'restore-unsaved',
  'Checkpoints let go': 'Checkpoints deleted',
  'Unsaved changes put back': 'Unsaved changes restored',
};

/** Version 3 renames stored values. Audit entries keep theirs, since each one's hash covers them. */
async function renameStoredWords(transaction: Transaction): Promise<void> {
  const rename = (row: Record<string, unknown>, field: string) => {
    const renamed = RENAMED_WORDS[String(row[field])];
    if (renamed !== undefined) row[field] = renamed;
  };
  await transaction
    .table('checkpoints')
    .toCollection()
    .modify((row) => {
      row.unreported = row.untold;
      delete row.untold;
      rename(row, 'reason');
    });
  await transaction
    .table('messages')
    .toCollection()
    .modify((row) => {
      rename(row, 'kind');
      rename(row, 'reason');
    });
  await transaction
    .table('restores')
    .toCollection()
    .modify((row) => rename(row, 'reason'));
}

/** Version 4: usage rows get the kind of their request and a position, and counts get names that differ from those of totals. */
async function renameUsage(transaction: Transaction): Promise<void> {
  // These rows affected neither tokens nor messages, and are no longer stored.
  const gone = ['Undone', 'Unsaved changes restored', 'Earlier save restored', 'Checkpoints deleted'];
  await transaction
    .table('messages')
    .filter((row) => row.role === 'accounting' && gone.includes(row.reason))
    .delete();
  const usage = await transaction.table('usage').toArray();
  for (const row of usage) {
    const counts = row.counts === null ? null : renamedCounts(row.counts);
    const position = await positionOfUsage(transaction, row);
    await transaction.table('usage').put({ ...row, kind: 'response', position, counts });
  }
}

/** The position of the answer's message; for a dropped answer that of the next message: an accounting row, if the run was cancelled. */
async function positionOfUsage(
  transaction: Transaction,
  { chatId, messageId, atMs }: { chatId: string; messageId: string; atMs: number },
): Promise<number> {
  const messages = transaction.table<Message>('messages');
  const own = await messages.get(messageId);
  if (own !== undefined) return own.position;
  const ofChat = await messages
    .where('[chatId+position]')
    .between([chatId, -Infinity], [chatId, Infinity])
    .toArray();
  const next = ofChat.find((message) => message.createdAtMs >= atMs);
  return next?.position ?? (ofChat.at(-1)?.position ?? -1) + 1;
}

function renamedCounts(counts: Record<string, number>) {
  return {
    promptTokens: counts.inputTokens,
    completionTokens: counts.outputTokens,
    cacheReadInputTokens: counts.cacheReadTokens,
    cacheCreationInputTokens: counts.cacheCreationTokens,
  };
}

/**
 * Version 5 completes the rows of earlier versions: their chats have fewer settings, their requests are not split, and the indexes lack
 * their open runs and the words of their chats. The first builds with version 4 wrote such rows, too.
 */
async function completeRows(transaction: Transaction): Promise<void> {
  await transaction
    .table<StoredChat & { isPinned?: boolean }>('chats')
    .toCollection()
    .modify((row, stored) => {
      const { isPinned = false, ...chat } = row;
      const settings = { ...newChatSettings(), ...chat.settings };
      stored.value = { ...newChat({ ...chat, atMs: chat.createdAtMs }), ...chat, settings };
      if (isPinned) stored.value.pinnedAtMs = chat.updatedAtMs;
    });
  await completeCheckpoints(transaction);
  await splitSentRequests(transaction);
  await indexChats(transaction);
}

/**
 * Stores with each checkpoint the page that its chat is bound to, and with each of its calls the arguments: earlier versions stored
 * neither. Converts one row at a time, since each may contain a whole state.
 */
async function completeCheckpoints(transaction: Transaction): Promise<void> {
  const checkpoints = transaction.table('checkpoints');
  for (const id of await checkpoints.toCollection().primaryKeys()) {
    const row = await checkpoints.get(id);
    const chat = await transaction.table<Chat>('chats').get(row.chatId);
    const response = await transaction.table<Message>('messages').get(row.messageId ?? '');
    const made = response?.role === 'assistant' ? response.toolCalls : [];
    const calls = (row.calls ?? []).map(({ label, outcome, ...call }: EarlierCall) => {
      const text = made.find(({ executionId }) => executionId === call.executionId)?.argumentsText;
      const args = text === undefined ? null : (readArguments(text)?.value ?? null);
      // Another label means that the user edited the call.
      const ran = args !== null && callLabel(call.name, args) === label ? args : null;
      return { ...call, args: ran, message: outcome };
    });
    await checkpoints.put({ ...row, page: chat?.binding, calls });
  }
}

/** A checkpoint's call in earlier versions. */
interface EarlierCall {
  executionId: string;
  name: string;
  label: string;
  outcome: string | null;
}

/** Stores the parts of sent requests once for each chat. Converts one row at a time, since each contains a copy of its conversation. */
async function splitSentRequests(transaction: Transaction): Promise<void> {
  const requests = transaction.table<SentRequest | StoredRequest, string>('sentRequests');
  for (const id of await requests.toCollection().primaryKeys()) {
    const before = await requests.get(id);
    if (before === undefined || isSplit(before)) continue;
    const added = { kind: 'response', cacheMarks: [], omissions: [], snapshot: null } as const;
    const { row, parts } = splitRequest({ ...added, ...before });
    await requests.put(row);
    await transaction.table('requestParts').bulkPut(parts);
  }
}

function isSplit(request: SentRequest | StoredRequest): request is StoredRequest {
  return request.messages.every((message) => typeof message === 'string');
}

/** Adds open runs to their index, and the words of chats to the table for the search. */
async function indexChats(transaction: Transaction): Promise<void> {
  await transaction
    .table('runs')
    .toCollection()
    .modify((row) => {
      if (!hasEnded(row.status)) row.isOpen = 1;
    });
  await fillChatWords({
    chats: transaction.table('chats'),
    messages: transaction.table('messages'),
    chatWords: transaction.table('chatWords'),
  });
}

/** An image before version 5: a composer and messages referred to the same row, which could belong to another chat. */
type EarlierImage = Omit<KeptImage, 'id'> & { id: string; addedAtMs: number; isDraft: 0 | 1 };

/** Version 5 stores an image once in each chat that refers to it, by its data. */
async function addressImages(transaction: Transaction): Promise<void> {
  const earlier = transaction.table<EarlierImage, string>('images');
  const chatImages = transaction.table<KeptImage>('chatImages');
  /** By earlier id: the new id, and the chat whose row has the data. */
  const places = new Map<string, { chatId: string; id: string }>();
  const drafts: { chatId: string; addedAtMs: number; id: string }[] = [];
  for (const earlierId of await earlier.toCollection().primaryKeys()) {
    const row = await earlier.get(earlierId);
    if (row === undefined) continue;
    const { addedAtMs, isDraft, ...image } = row;
    const { chatId } = image;
    const id = imageIdOf(image.data);
    places.set(earlierId, { chatId, id });
    await chatImages.put({ ...image, id });
    if (isDraft === 1) drafts.push({ chatId, addedAtMs, id });
  }
  const elsewhere: { chatId: string; from: { chatId: string; id: string } }[] = [];
  /** The images of a message of this chat, with their new ids. */
  function renamed({ images }: { images?: MessageImage[] }, chatId: string): { images?: MessageImage[] } {
    const addressed = images?.map((image) => {
      const from = places.get(image.id);
      if (from !== undefined && from.chatId !== chatId) elsewhere.push({ chatId, from });
      return { ...image, id: from?.id ?? image.id };
    });
    return addressed === undefined ? {} : { images: addressed };
  }
  await transaction
    .table<UserMessage>('messages')
    .filter(({ images }) => images !== undefined)
    .modify((message) => {
      Object.assign(message, renamed(message, message.chatId));
    });
  await transaction
    .table<Chat>('chats')
    .toCollection()
    .modify(({ id, pendingMessage, setAside }) => {
      if (pendingMessage !== null) Object.assign(pendingMessage, renamed(pendingMessage, id));
      if (setAside !== undefined) Object.assign(setAside, renamed(setAside, id));
    });
  for (const { chatId, from } of elsewhere) {
    const image = await chatImages.get([from.chatId, from.id]);
    if (image !== undefined) await chatImages.put({ ...image, chatId });
  }
  const texts = transaction.table<{ chatId: string; text: string; imageIds: string[] }>('composerTexts');
  await texts.toCollection().modify({ imageIds: [] });
  for (const { chatId, id } of drafts.sort((a, b) => a.addedAtMs - b.addedAtMs)) {
    const composer = { chatId, text: '', imageIds: [], ...(await texts.get(chatId)) };
    await texts.put({ ...composer, imageIds: [...new Set([...composer.imageIds, id])] });
  }
}

/**
 * Version 8: the entry of an open restore no longer contains the run that follows an edit or a retry (`next`). Once the restore is
 * settled, the edited message is queued, with the changes that it reports; the conversation of a retry stays as it is.
 */
async function queueEdits(transaction: Transaction): Promise<void> {
  await transaction
    .table('restores')
    .filter(({ entry }) => entry?.next !== undefined)
    .modify((restore) => {
      const { next, ...entry } = restore.entry;
      restore.entry = null;
      if (next.message?.role !== 'user') return;
      const { content: text, images, editOf, changes: carried } = next.message;
      const queued = { text, ...(images && { images }), editOf, queuedAtMs: entry.atMs };
      restore.entry = { ...entry, known: { ...entry.known, carried }, queued };
    });
}

/** By number of a version: the function that converts the rows of the version before it. */
const UPGRADES: Readonly<Record<number, (transaction: Transaction) => Promise<void>>> = {
  3: renameStoredWords,
  4: renameUsage,
  async 5(transaction) {
    await completeRows(transaction);
    await addressImages(transaction);
  },
  8: queueEdits,
};

/** Name of the database with the chats of a model check. It is deleted after the check, or before the next one if the worker was stopped. */
export const CHECK_DATABASE = 'steward-model-check';

/** Declares the versions up to this one, with their upgrades, on a database that isn't open yet. */
export function declareVersions(db: Dexie, newest: number): void {
  const versions = VERSIONS.slice(0, newest).map((stores, index) => ({
    version: db.version(index + 1),
    stores,
    upgrade: UPGRADES[index + 1],
  }));
  // The newest first: each time, Dexie parses the tables of all versions that it has them of, and the first version has most.
  for (const { version, stores, upgrade } of versions.reverse()) {
    if (Object.keys(stores).length > 0) version.stores(stores);
    if (upgrade !== undefined) version.upgrade(upgrade);
  }
}

/** A database that upgrades what an earlier version stored when it is opened. */
export function createDatabase(name: string): StewardDatabase {
  return new StewardDatabase(name, (db) => declareVersions(db, VERSIONS.length));
}
