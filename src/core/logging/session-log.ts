import type { AssistantMessage } from '@/src/schema/message';
import type { Payload } from '@/src/schema/payload';
import { resultOf } from '../records/message';
import { fileStamp } from './file-names';
import type { RecordedSession } from './recorded-session';
import { toolCallsFileName, toolCallsMarkdown } from './tool-calls-markdown';

interface SessionLogFile {
  name: string;
  text: string;
}

/** The files of a chat log: the timeline of payloads, the record of calls, and one for each set of changes. */
export function sessionLogFiles(session: RecordedSession, nowMs: number): SessionLogFile[] {
  return [
    { name: `comms_${fileStamp(nowMs)}.jsonl`, text: payloadLines(session.payloads) },
    { name: toolCallsFileName(nowMs), text: toolCallsMarkdown(session, nowMs) },
    ...changeSetFiles(session),
  ];
}

function payloadLines(payloads: readonly Payload[]): string {
  return payloads
    .map(({ atMs, runId, direction, data }) =>
      JSON.stringify({ at: new Date(atMs).toISOString(), run: runId, direction, payload: data }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** One file for each response whose calls changed the page: its calls, the user's decision, and the states around them. In order. */
function changeSetFiles(recorded: RecordedSession): SessionLogFile[] {
  return recorded.messages
    .filter((message) => message.role === 'assistant')
    .sort((a, b) => a.position - b.position)
    .filter(({ toolCalls }) => toolCalls.some(({ executionId }) => isApplied(recorded, executionId)))
    .map((response, index) => ({
      name: `changes/${String(index + 1).padStart(4, '0')}_${response.id}.json`,
      text: `${JSON.stringify(changeSet(recorded, response), null, 2)}\n`,
    }));
}

function isApplied({ states }: RecordedSession, executionId: string): boolean {
  return (states.get(executionId)?.after ?? null) !== null;
}

function changeSet({ messages, approvals, states }: RecordedSession, response: AssistantMessage) {
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
      const decided = approval?.calls.find((call) => call.executionId === executionId);
      return {
        executionId,
        tool: name,
        arguments: argumentsText,
        decision: decided?.decision ?? null,
        result: resultOf(messages, executionId)?.result ?? null,
        // A read has no states.
        ...(states.get(executionId) ?? { before: null, after: null }),
      };
    }),
  };
}
