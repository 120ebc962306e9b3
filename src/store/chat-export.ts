import Dexie from 'dexie';
import { endedStatus } from '@/src/core/history/copy-record';
import type { Chat, ChatSettings, PageBinding } from '@/src/core/records/chat';
import type { KeptImage } from '@/src/core/records/image';
import type { Message } from '@/src/core/records/message';
import type { Execution, Run } from '@/src/core/records/run';
import type { TokenUsageEntry } from '@/src/core/records/token-usage';
import type { StewardDatabase } from './db';
import { runOfRow } from './open-runs';

/** The first fields of an exported chat; docs/chat-export.md describes all of them. */
export const CHAT_FORMAT = 'steward-chat';
export const CHAT_FORMAT_VERSION = 1;

/** A chat as it is exported. No field holds a key, and none says where the endpoint is. */
export interface ChatExport {
  format: typeof CHAT_FORMAT;
  version: typeof CHAT_FORMAT_VERSION;
  exportedAtMs: number;
  chat: Pick<Chat, 'title' | 'titleSource' | 'createdAtMs' | 'updatedAtMs'> & {
    page: PageBinding | null;
    settings: Omit<ChatSettings, 'connectionId' | 'modelAlias' | 'permissions'>;
  };
  messages: Message[];
  /** The messages' images; missing if there are none. */
  images?: KeptImage[];
  /** Without the page's state; one that is not over is exported as stopped. */
  runs: Omit<Run, 'contextText' | 'snapshot'>[];
  /** Without what a write was to do. */
  executions: Omit<Execution, 'write' | 'leftStateHash' | 'leftSavedHash'>[];
  usage: TokenUsageEntry[];
}

/** The exported form of a chat, with everything that is needed to show it; null if there is none with this id. */
export async function exportedChat(
  db: StewardDatabase,
  chatId: string,
  exportedAtMs: number,
): Promise<ChatExport | null> {
  return db.transaction(
    'r',
    [db.chats, db.messages, db.chatImages, db.runs, db.executions, db.usage],
    async () => {
      const chat = await db.chats.get(chatId);
      if (chat === undefined) return null;
      const first = [chatId, -Infinity];
      const last = [chatId, Infinity];
      const [stored, messages, runs, executions, usage] = await Promise.all([
        db.chatImages.where('[chatId+id]').between([chatId, Dexie.minKey], [chatId, Dexie.maxKey]).toArray(),
        db.messages.where('[chatId+position]').between(first, last).toArray(),
        db.runs.where('[chatId+startedAtMs]').between(first, last).toArray(),
        db.executions.where('chatId').equals(chatId).toArray(),
        db.usage.where('[chatId+atMs]').between(first, last).toArray(),
      ]);
      const used = new Set(
        messages
          .flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []))
          .map(({ id }) => id),
      );
      const images = stored.filter(({ id }) => used.has(id));
      const { title, titleSource, createdAtMs, updatedAtMs, binding } = chat;
      const {
        connectionId: _connection,
        modelAlias: _alias,
        permissions: _permissions,
        ...settings
      } = chat.settings;
      return {
        format: CHAT_FORMAT,
        version: CHAT_FORMAT_VERSION,
        exportedAtMs,
        chat: { title, titleSource, createdAtMs, updatedAtMs, page: binding, settings },
        messages,
        ...(images.length === 0 ? {} : { images }),
        runs: runs.map((row) => {
          const { contextText: _context, snapshot: _snapshot, ...run } = runOfRow(row);
          return { ...run, status: endedStatus(run.status) };
        }),
        executions: executions.map(
          ({ write: _write, leftStateHash: _state, leftSavedHash: _saved, ...execution }) => execution,
        ),
        usage,
      };
    },
  );
}
