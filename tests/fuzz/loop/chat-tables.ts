import type { ToolMessage } from '@/src/schema/message';
import type { MemoryTable, MemoryTables, RowListener } from '../../fakes/memory-tables';

const OF_CHATS = [
  'chats',
  'messages',
  'runs',
  'executions',
  'approvals',
  'checkpoints',
  'usage',
  'contexts',
  'audit',
  'sentRequests',
  'requestParts',
] as const satisfies readonly (keyof MemoryTables)[];

/** A row that belongs to a chat, or the chat itself. */
type ChatRow = { chatId: string } | { id: string };

/**
 * Views of the tables, one for each chat: `all` returns the chat's rows, and `onWrite` is called only for them. The views
 * occupy `onWrite` of the tables, so it must not be set by others.
 */
export function splitByChat(tables: MemoryTables): (chatId: string) => MemoryTables {
  const views = OF_CHATS.map((name) => [name, splitTable(tables[name] as MemoryTable<ChatRow>)] as const);
  return (chatId) => ({
    ...tables,
    ...Object.fromEntries(views.map(([name, viewOf]) => [name, viewOf(chatId)])),
  });
}

function splitTable<Row extends ChatRow>(table: MemoryTable<Row>): (chatId: string) => MemoryTable<Row> {
  const listeners = new Map<string, RowListener<Row>>();
  table.onWrite = (before, after) => {
    const row = after ?? before;
    if (row !== null) listeners.get(chatIdOf(row))?.(before, after);
  };
  return (chatId) => ({
    ...table,
    all: () => table.all().filter((row) => chatIdOf(row) === chatId),
    get onWrite() {
      return listeners.get(chatId) ?? null;
    },
    set onWrite(listener) {
      if (listener === null) listeners.delete(chatId);
      else listeners.set(chatId, listener);
    },
  });
}

function chatIdOf(row: ChatRow): string {
  return 'chatId' in row ? row.chatId : row.id;
}

/** The result of a call; undefined if it has none. */
export function resultOf(tables: MemoryTables, executionId: string | null): ToolMessage | undefined {
  return tables.messages
    .all()
    .find(
      (message): message is ToolMessage => message.role === 'tool' && message.executionId === executionId,
    );
}
