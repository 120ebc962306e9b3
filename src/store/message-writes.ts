import type { DBCore, DBCoreMutateRequest, DBCoreTable, Middleware } from 'dexie';
import type { Message } from '@/src/schema/message';

/** Rows of `messages` that are being written: those with these places, or any if it is null. */
type MessageWrite = readonly Pick<Message, 'chatId' | 'position'>[] | null;

/** Called with each write of `messages` through this database object, before it is committed; it may still be aborted. */
export type MessageWriteListener = (write: MessageWrite) => void;

/** A middleware of the database that reports each write of its `messages`. */
export function messageWrites(onWrite: MessageWriteListener): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'message-writes',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return name === 'messages' ? reporting(table, onWrite) : table;
      },
    }),
  };
}

function reporting(table: DBCoreTable, onWrite: MessageWriteListener): DBCoreTable {
  return {
    ...table,
    mutate(request) {
      onWrite(writeOf(request));
      return table.mutate(request);
    },
  };
}

/** A deletion names no places. */
function writeOf(request: DBCoreMutateRequest): MessageWrite {
  return request.type === 'add' || request.type === 'put' ? (request.values as readonly Message[]) : null;
}
