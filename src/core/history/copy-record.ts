import type { Execution } from '@/src/schema/call';
import type { KeptImage } from '@/src/schema/image';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { EndedStatus, RunStatus } from '@/src/schema/run-status';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { ended, hasEnded } from '../records/transition';
import { missingResults } from './call-results';

/** The rows of a chat that a copy contains. */
export interface RecordRows {
  messages: readonly Message[];
  /** The messages' images; missing if there are none. */
  images?: readonly KeptImage[] | undefined;
  runs: readonly Run[];
  executions: readonly Execution[];
  usage: readonly TokenUsageEntry[];
}

export interface CopiedRecord {
  messages: Message[];
  images: KeptImage[];
  runs: Run[];
  executions: Execution[];
  usage: TokenUsageEntry[];
}

/** The rows from which work continues. */
type WorkRows = Pick<RecordRows, 'messages' | 'runs' | 'executions'>;
type ClosedRows = Pick<CopiedRecord, keyof WorkRows>;

/** Ends all work: unfinished runs are stopped and have no page state, and calls without a result get one and so never execute. */
function closedRecord({ messages, runs, executions }: WorkRows, newId: () => string): ClosedRows {
  return {
    messages: [...messages, ...missingResults(messages, executions, newId)],
    runs: runs.map(
      ({ stateMessageId: _, asksNoModel: __, proposes: ___, snapshot: ____, savedHash: _____, ...run }) => ({
        ...run,
        status: endedStatus(run.status),
        // The author of a file knows its nonces, so none of them may delimit page data here.
        nonce: newId(),
        endedAtMs: run.endedAtMs ?? run.startedAtMs,
        control: null,
        contextText: '',
      }),
    ),
    executions: executions.map((execution) => ({ ...execution, state: 'done' })),
  };
}

/**
 * Converts the record of chats from a file, so that it contributes data only:
 *
 * - No run continues.
 * - The delimiters of page data in messages are replaced, because the author of the file knows them.
 * - An accepted summary is no longer used, because it would become part of the system message.
 * - An edited message keeps its reference to the original only if that is earlier, because the panel follows these
 *   references.
 */
export function foreignRecord(rows: WorkRows, newId: () => string): ClosedRows {
  const closed = closedRecord(rows, newId);
  const places = new Map(rows.messages.map(({ id, position }) => [id, position]));
  const renewed = <Part extends object>(part: Part) => ({ ...part, nonce: newId() });
  const messages = closed.messages.map((message): Message => {
    if (message.role === 'summary' && message.state === 'boundary') return { ...message, state: 'removed' };
    if (message.role === 'system') {
      const { sender, news } = message;
      return { ...message, ...(sender && { sender: renewed(sender) }), ...(news && { news: renewed(news) }) };
    }
    if (message.role !== 'user') return message;
    const { editOf = '', ...said } = message;
    const isEarlier = (places.get(editOf) ?? message.position) < message.position;
    return renewed(isEarlier ? message : said);
  });
  return { ...closed, messages };
}

/** The status of a run of which nothing continues: stopped, unless it has ended. */
export function endedStatus(status: RunStatus): EndedStatus {
  return hasEnded(status) ? status : ended('stopped');
}

/** The fields of rows that contain an id: their own, or that of another row. */
const ID_FIELDS: readonly string[] = [
  ...['id', 'runId', 'messageId', 'openingMessageId', 'executionId', 'discardedBy', 'editOf'],
  ...['checkpointId', 'safetyCheckpointId'],
];

/**
 * Copies the rows of a chat to another chat, with new ids. The copy is a record only and can't act on a page: no work of it continues,
 * and writes lose the data that an undo needs.
 */
export function copyRecord(
  { images, usage, ...rows }: RecordRows,
  chatId: string,
  newId: () => string,
): CopiedRecord {
  const { messages, runs, executions } = closedRecord(rows, newId);
  const newIds = new Map<string, string>();
  /** Returns the new id for an old one: the same for each use of it. */
  function idOf(old: string): string {
    // The first row that contains the old id creates the new one.
    const id = newIds.get(old) ?? newId();
    newIds.set(old, id);
    return id;
  }
  const renewed = <Row extends object>(row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(row).flatMap(([name, old]) =>
        ID_FIELDS.includes(name) && typeof old === 'string' ? [[name, idOf(old)]] : [],
      ),
    ),
  });
  const copied = <Row extends { chatId: string }>(row: Row): Row => ({ ...renewed(row), chatId });

  return {
    messages: messages.map((row): Message => {
      const message = copied(row);
      if (message.role === 'rollback') return { ...message, savedSince: null };
      if (message.role !== 'assistant') return message;
      return { ...message, toolCalls: message.toolCalls.map(renewed) };
    }),
    // An image keeps its id, which follows from its data.
    images: (images ?? []).map((image) => ({ ...image, chatId })),
    runs: runs.map(copied),
    executions: executions.map((execution) => ({
      ...copied(execution),
      write: null,
      leftStateHash: null,
      leftSavedHash: null,
    })),
    usage: usage.map(copied),
  };
}
