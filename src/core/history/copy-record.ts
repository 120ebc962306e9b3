import type { Execution } from '@/src/schema/call';
import type { KeptImage } from '@/src/schema/image';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { EndedStatus, RunStatus } from '@/src/schema/run-status';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { hasEnded } from '../records/transition';
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

/**
 * Copies the rows of a chat to another chat, with new ids. The copy is a record only and can't act on a page: unfinished runs
 * are stopped, calls without a result get one and so never execute, writes lose the data that an undo needs, and runs have no
 * page state.
 */
export function copyRecord(
  { messages, images, runs, executions, usage }: RecordRows,
  chatId: string,
  newId: () => string,
): CopiedRecord {
  const renewed = new Map<string, string>();
  /** The same new id for the same old one. */
  function idOf(old: string): string {
    const existing = renewed.get(old);
    if (existing !== undefined) return existing;
    const id = newId();
    renewed.set(old, id);
    return id;
  }
  const idOrNull = (old: string | null) => (old === null ? null : idOf(old));

  return {
    messages: [...messages, ...missingResults(messages, executions, newId)].map((message) =>
      withOwnIds(
        {
          ...message,
          id: idOf(message.id),
          chatId,
          runId: idOrNull(message.runId),
          discardedBy: idOrNull(message.discardedBy),
        },
        idOf,
      ),
    ),
    images: (images ?? []).map((image) => ({ ...image, chatId })),
    runs: runs.map(({ stateMessageId: _, asksNoModel: __, snapshot: ___, ...run }) => ({
      ...run,
      id: idOf(run.id),
      chatId,
      openingMessageId: idOf(run.openingMessageId),
      status: endedStatus(run.status),
      // The author of an imported file knows its nonces, so none of them may delimit page data here.
      nonce: newId(),
      endedAtMs: run.endedAtMs ?? run.startedAtMs,
      control: null,
      contextText: '',
    })),
    executions: executions.map((execution) => ({
      ...execution,
      id: idOf(execution.id),
      chatId,
      runId: idOf(execution.runId),
      messageId: idOf(execution.messageId),
      state: 'done',
      write: null,
      leftStateHash: null,
      leftSavedHash: null,
    })),
    usage: usage.map((row) => ({
      ...row,
      id: idOf(row.id),
      chatId,
      runId: idOrNull(row.runId),
      messageId: idOf(row.messageId),
    })),
  };
}

/** The status of a copied run: stopped, unless it has ended. */
export function endedStatus(status: RunStatus): EndedStatus {
  return hasEnded(status) ? status : STOPPED;
}

const STOPPED: EndedStatus = {
  state: 'waiting-for-system-input',
  outcome: 'stopped',
  requiredScope: null,
  interruptibleByUser: true,
};

/** Renews the ids in fields that only some roles have. */
function withOwnIds(message: Message, idOf: (old: string) => string): Message {
  switch (message.role) {
    case 'user': {
      const { editOf } = message;
      return editOf === undefined ? message : { ...message, editOf: idOf(editOf) };
    }
    case 'assistant': {
      const toolCalls = message.toolCalls.map((call) => ({ ...call, executionId: idOf(call.executionId) }));
      return { ...message, toolCalls };
    }
    case 'tool':
      return { ...message, executionId: idOf(message.executionId) };
    case 'rollback': {
      const { checkpointId, safetyCheckpointId } = message;
      return {
        ...message,
        checkpointId: checkpointId === null ? null : idOf(checkpointId),
        safetyCheckpointId: idOf(safetyCheckpointId),
        savedSince: null,
      };
    }
    default:
      return message;
  }
}
