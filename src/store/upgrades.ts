import type { Transaction } from 'dexie';
import { splitRequest } from '@/src/core/history/request-parts';
import { newSendingSettings } from '@/src/core/records/chat';
import type { Message } from '@/src/core/records/message';
import type { SentRequest, StoredRequest } from '@/src/core/records/sent-request';
import { hasEnded } from '@/src/core/records/transition';
import { fillChatWords } from './chat-words';

const RENAMED_WORDS: Readonly<Record<string, string>> = {
  'before-drafts': 'before-restore-unsaved',
  'before-saved': 'before-restore-saved',
  'restore-drafts': 'restore-unsaved',
  'Checkpoints let go': 'Checkpoints deleted',
  'Unsaved changes put back': 'Unsaved changes restored',
};

/** Version 3 renames stored values. Audit entries keep theirs, since each one's hash covers them. */
export async function renameStoredWords(transaction: Transaction): Promise<void> {
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

/**
 * Version 4 adds what a chat has of its own: settings for what is sent, and its place in the list. Usage rows name their request,
 * and each count by its own name, since an accounting row's sums have other names.
 */
export async function addChatsOfTheirOwn(transaction: Transaction): Promise<void> {
  await transaction
    .table('chats')
    .toCollection()
    .modify((row) => {
      const added = {
        titleSource: 'first-message',
        pinnedAtMs: null,
        isUnread: false,
        deletedAtMs: null,
        lastSnapshotId: 0,
        pageTools: [],
      };
      Object.assign(row, added);
      row.settings = { ...row.settings, ...newSendingSettings() };
    });
  // Their changes affected neither tokens nor messages, so they have no such rows any more.
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

/** The position of the answer's message; for a dropped answer that of the next message, which is an accounting row if it was cancelled. */
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

/** Version 4 stores the parts of sent requests once for each chat. Converts one row at a time, since each contains a copy of its conversation. */
export async function splitSentRequests(transaction: Transaction): Promise<void> {
  const requests = transaction.table<SentRequest | StoredRequest, string>('sentRequests');
  for (const id of await requests.toCollection().primaryKeys()) {
    const before = (await requests.get(id)) as SentRequest;
    const { row, parts } = splitRequest({
      ...before,
      kind: 'response',
      cacheMarks: [],
      omissions: [],
      snapshot: null,
    });
    await requests.put(row);
    await transaction.table('requestParts').bulkPut(parts);
  }
}

/** Version 4 finds open runs by an index of their own, and chats by their words. */
export async function indexChats(transaction: Transaction): Promise<void> {
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
