import { endedStatus } from '@/src/core/history/copy-record';
import { ownSettings } from '@/src/core/policy/under-policy';
import { imagesOf } from '@/src/core/records/message';
import { CHAT_FORMAT } from '@/src/schema/values/file-formats';
import type { StewardDatabase } from './db';
import { runOfRow } from './open-runs';
import { startingWith } from './starting-with';

/** A chat as it is exported. No field contains a key or the address of the endpoint. */
export type ChatExport = NonNullable<Awaited<ReturnType<typeof exportedChat>>>;

/** The exported form of a chat, with everything that is needed to show it; null if there is none with this id. */
export async function exportedChat(db: StewardDatabase, chatId: string, exportedAtMs: number) {
  return db.transaction(
    'r',
    [db.chats, db.messages, db.chatImages, db.runs, db.executions, db.usage],
    async () => {
      const chat = await db.chats.get(chatId);
      if (chat === undefined) return null;
      const [stored, messages, runs, executions, usage] = await Promise.all([
        startingWith(db.chatImages, '[chatId+id]', chatId).toArray(),
        startingWith(db.messages, '[chatId+position]', chatId).toArray(),
        startingWith(db.runs, '[chatId+startedAtMs]', chatId).toArray(),
        db.executions.where('chatId').equals(chatId).toArray(),
        startingWith(db.usage, '[chatId+atMs]', chatId).toArray(),
      ]);
      const used = new Set(messages.flatMap(imagesOf).map(({ id }) => id));
      const images = stored.filter(({ id }) => used.has(id));
      const { title, titleSource, createdAtMs, updatedAtMs, binding, targets, wasAbout } = chat;
      const members = await db.chats.bulkGet(targets?.map((site) => site.chatId) ?? []); // Missing in a chat about one page.
      const own = targets?.map(({ name }, index) => ({ name, page: members[index]?.binding ?? null }));
      const sites = own ?? wasAbout;
      const {
        connectionId: _connection,
        modelAlias: _alias,
        permissions: _permissions,
        ...settings
      } = ownSettings(chat.settings);
      return {
        format: CHAT_FORMAT,
        version: 1,
        exportedAtMs,
        chat: {
          title,
          titleSource,
          createdAtMs,
          updatedAtMs,
          page: binding,
          ...(sites && { sites }),
          settings,
        },
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
