import { type LogFilter, type LogLine, levelsUpTo, lineMatches } from '@/src/core/logging/log-lines';
import { PAYLOAD_TOPICS } from '@/src/core/logging/payload-topics';
import type { LogEntry } from '@/src/schema/log-entry';
import type { StoredPayload } from '@/src/schema/payload';
import { auditBetween, auditOrigins } from './audit-rows';
import type { StewardDatabase } from './db';
import { membersOf } from './members-of';
import { startingWith } from './starting-with';
import { storedCalls } from './stored-calls';

/** Audit entries read per query while searching: many times faster than one by one. */
const BLOCK_SIZE = 500;

/** A line as a list shows it: without the data of a step or a payload, which can be large and is read when the user opens the line. */
export type ListedLine =
  | Extract<LogLine, { kind: 'change' }>
  | { kind: 'step' | 'payload'; row: Omit<LogEntry, 'data'> & { hasData: boolean } };

/** True for the lines that are wanted. */
type Matches = (line: LogLine) => boolean;

/** Reads the log: steps, changes of pages, and for the log of one chat its payloads and calls. */
export function createLogReader(db: StewardDatabase) {
  async function steps(filter: LogFilter, matches: Matches, limit: number): Promise<LogLine[]> {
    if (filter.shown === 'changes') return [];
    // Each level separately: payloads, which are large, are then read only if requested.
    const found = await Promise.all(
      levelsUpTo(filter.shown === 'all' ? 'debug' : filter.shown).map((level) =>
        startingWith(db.logs, '[level+id]', level)
          .reverse()
          .filter((row) => matches({ kind: 'step', row }))
          .limit(limit)
          .toArray(),
      ),
    );
    return found
      .flat()
      .sort((a, b) => b.id - a.id)
      .map(({ size: _, ...row }) => ({ kind: 'step', row }));
  }

  /** The payloads of the filter's chat. A log of all chats lists none: its export would have the content of all chats. */
  async function payloads(filter: LogFilter, limit: number): Promise<LogLine[]> {
    const { shown, chatId } = filter;
    if (chatId === null || (shown !== 'all' && shown !== 'debug')) return [];
    const rows = startingWith(db.payloads, '[chatId+id]', chatId)
      .reverse()
      .filter((payload) => lineMatches(payloadLine(payload), filter));
    return (await rows.limit(limit).toArray()).map(payloadLine);
  }

  async function changes(origin: string, matches: Matches, limit: number): Promise<LogLine[]> {
    const found: LogLine[] = [];
    let before = Infinity;
    while (found.length < limit) {
      const newest = await auditBetween(db, origin, -Infinity, before).last();
      if (newest === undefined) break;
      const after = newest.sequence - BLOCK_SIZE;
      const block = await auditBetween(db, origin, after, before).reverse().toArray();
      const lines = block.map((row): LogLine => ({ kind: 'change', row }));
      found.push(...lines.filter(matches));
      before = after + 1;
    }
    return found;
  }

  /** The ids of a chat and of its members. */
  const chatsOf = async (chatId: string) => [chatId, ...(await membersOf(db, chatId).primaryKeys())];

  /** The newest lines, newest first; more than `limit` if there are more. */
  function read(filter: LogFilter, limit: number): Promise<LogLine[]> {
    return db.transaction('r', [db.logs, db.payloads, db.audit, db.auditHeads, db.chats], async () => {
      const { shown, site, chatId } = filter;
      const ids = chatId === null ? [] : await chatsOf(chatId);
      // A line of a member is one of the chat that leads it.
      const matches = (line: LogLine) =>
        lineMatches(line, ids.includes(line.row.chatId ?? '') ? { ...filter, chatId: null } : filter);
      const sites =
        shown === 'all' ? await auditOrigins(db) : shown === 'changes' && site !== null ? [site] : [];
      const kinds = await Promise.all([
        steps(filter, matches, limit),
        payloads(filter, limit),
        ...sites.map((origin) => changes(origin, matches, limit)),
      ]);
      const found = kinds.filter((lines) => lines.length > 0);
      // Lines of one kind are in the order of their numbers, even if the clock was set back.
      return found.length < 2 ? found.flat() : newestFirst(found.flat());
    });
  }

  return {
    chatsOf,

    /** The newest lines, newest first, at most `limit`; calls are only in exports. `isCut` is true if there are more. */
    async newest(filter: LogFilter, limit: number): Promise<{ entries: ListedLine[]; isCut: boolean }> {
      const found = await read(filter, limit + 1);
      return { entries: found.slice(0, limit).flatMap(listed), isCut: found.length > limit };
    },

    /** All lines, oldest first. Those of a whole chat include its calls. */
    async lines(filter: LogFilter): Promise<LogLine[]> {
      const { shown, chatId } = filter;
      const found = await read(filter, Infinity);
      const stored = shown === 'all' && chatId !== null ? await storedCalls(db, chatId) : null;
      const calls = (stored?.calls ?? [])
        .map((row): LogLine => ({ kind: 'call', row }))
        .filter((line) => lineMatches(line, filter));
      return (calls.length === 0 ? found : newestFirst([...found, ...calls.reverse()])).reverse();
    },

    /** A chat's title and its calls, for their export; null if there is no such chat. */
    calls: (chatId: string) => storedCalls(db, chatId),

    /** The data of a line; null if it has none, or was deleted. */
    async data({ kind, row: { id } }: Exclude<ListedLine, { kind: 'change' }>): Promise<LogEntry['data']> {
      return (await (kind === 'step' ? db.logs : db.payloads).get(id))?.data ?? null;
    },
  };
}

function newestFirst(lines: LogLine[]): LogLine[] {
  return lines.sort((a, b) => b.row.atMs - a.row.atMs);
}

function payloadLine({ id, atMs, chatId, runId, direction, data }: StoredPayload): LogLine {
  const message = direction === 'sent' ? 'Sent to the endpoint.' : 'Received from the endpoint.';
  const topic = PAYLOAD_TOPICS[direction];
  return { kind: 'payload', row: { id, atMs, level: 'debug', topic, chatId, runId, message, data } };
}

function listed(line: LogLine): ListedLine[] {
  if (line.kind === 'change') return [line];
  if (line.kind === 'call') return [];
  const { data, ...row } = line.row;
  return [{ kind: line.kind, row: { ...row, hasData: data !== null } }];
}
