import type { DBCore, DBCoreMutateRequest, Middleware } from 'dexie';
import type { Message } from '@/src/schema/message';
import { tableWrites } from './table-writes';

/** The places of the messages that are being written; null if any may be affected. */
type MessageWrite = readonly Pick<Message, 'chatId' | 'position'>[] | null;

/** Called with each write of `messages` through this database object, before it is committed; it may still be aborted. */
export type MessageWriteListener = (write: MessageWrite) => void;

/** A middleware of the database that reports each write of its `messages`. */
export function messageWrites(onWrite: MessageWriteListener): Middleware<DBCore> {
  return tableWrites('messages', (request) => {
    onWrite(writeOf(request));
    return request;
  });
}

/** Null for a deletion, whose request has no places. */
function writeOf(request: DBCoreMutateRequest): MessageWrite {
  return request.type === 'add' || request.type === 'put' ? (request.values as readonly Message[]) : null;
}
