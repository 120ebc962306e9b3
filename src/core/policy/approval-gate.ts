import type { Chat } from '../chat/chat';
import type { JsonObject } from '../json';
import { approvalText } from '../loop/approval-text';
import type { AdapterPort, Clock, IdSource, Journal, PagePort } from '../loop/ports';
import { adapterFor } from '../loop/record-access';
import type { Approval, Execution } from '../loop/run';
import type { ToolDefinition } from '../tools/tool-definition';
import { permissionFor } from './permission-for';

/** What policy and person say of a call. */
export type GateAnswer =
  /** `by`: the chat's policy, or the person. */
  | { kind: 'allowed'; by: 'policy' | 'person' }
  | { kind: 'denied' }
  | { kind: 'rejected'; note: string }
  /** The person has to be asked; the caller journals the question. */
  | { kind: 'ask'; approval: Approval }
  /** Asked already, not decided yet. */
  | { kind: 'pending'; approvalId: string };

/** Every call that may change something passes here before anything happens. */
export interface ApprovalGate {
  check(
    chat: Chat,
    call: { execution: Execution; tool: ToolDefinition; args: JsonObject },
    signal: AbortSignal,
  ): Promise<GateAnswer>;
}

/** The gate over the journal: questions are rows, so they survive the worker, and a decision is found again. */
export function createApprovalGate(deps: {
  journal: Pick<Journal, 'approvalOf'>;
  page: Pick<PagePort, 'readContext'>;
  adapters: AdapterPort;
  clock: Clock;
  ids: IdSource;
}): ApprovalGate {
  return {
    async check(chat, { execution, tool, args }, signal) {
      const permission = permissionFor(chat.settings, tool);
      if (permission === 'allow') return { kind: 'allowed', by: 'policy' };
      if (permission === 'deny') return { kind: 'denied' };
      const earlier = await deps.journal.approvalOf(execution.id);
      if (earlier?.state === 'approved') return { kind: 'allowed', by: 'person' };
      if (earlier?.state === 'rejected') return { kind: 'rejected', note: earlier.note };
      if (earlier !== null) return { kind: 'pending', approvalId: earlier.id };
      const adapter = adapterFor(chat, deps.adapters);
      const reading = await deps.page.readContext(chat, signal);
      return {
        kind: 'ask',
        approval: {
          id: deps.ids.newId(),
          chatId: execution.chatId,
          runId: execution.runId,
          executionId: execution.id,
          tool: tool.name,
          ...approvalText(tool, args, adapter.unsavedNote(reading.context)),
          createdAtMs: deps.clock.now(),
          state: 'pending',
          note: '',
          decidedAtMs: null,
        },
      };
    },
  };
}
