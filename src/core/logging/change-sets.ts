import type { Approval } from '@/src/schema/approval';
import type { AssistantMessage, Message } from '@/src/schema/message';
import type { CallState } from './call-states';

/** A file of an export. */
export interface ExportedFile {
  name: string;
  text: string;
}

/** Everything stored about a chat's calls. */
export interface RecordedChanges {
  messages: readonly Message[];
  approvals: readonly Approval[];
  states: ReadonlyMap<string, CallState>;
}

/** One file for each response whose calls changed the page: its calls, the user's decision, and the states around them. In order. */
export function changeSetFiles(recorded: RecordedChanges): ExportedFile[] {
  return recorded.messages
    .filter((message): message is AssistantMessage => message.role === 'assistant')
    .sort((a, b) => a.position - b.position)
    .filter(({ toolCalls }) => toolCalls.some(({ executionId }) => isApplied(recorded, executionId)))
    .map((response, index) => ({
      name: `changes/${String(index + 1).padStart(4, '0')}_${response.id}.json`,
      text: `${JSON.stringify(changeSet(recorded, response), null, 2)}\n`,
    }));
}

function isApplied({ states }: RecordedChanges, executionId: string): boolean {
  return (states.get(executionId)?.after ?? null) !== null;
}

function changeSet({ messages, approvals, states }: RecordedChanges, response: AssistantMessage) {
  const approval = approvals.find(({ messageId }) => messageId === response.id);
  return {
    response: response.id,
    at: new Date(response.createdAtMs).toISOString(),
    model: response.model,
    isSetAside: response.discardedBy !== null,
    decision: approval === undefined ? 'allowed by the policy' : approval.state,
    decidedAt:
      approval === undefined || approval.decidedAtMs === null
        ? null
        : new Date(approval.decidedAtMs).toISOString(),
    calls: response.toolCalls.map(({ executionId, name, argumentsText }) => {
      const result = messages.find(
        (message) => message.role === 'tool' && message.executionId === executionId,
      );
      const decided = approval?.calls.find((call) => call.executionId === executionId);
      return {
        executionId,
        tool: name,
        arguments: argumentsText,
        decision: decided?.decision ?? null,
        result: result?.role === 'tool' ? result.result : null,
        // A read has no states.
        ...(states.get(executionId) ?? { before: null, after: null }),
      };
    }),
  };
}
