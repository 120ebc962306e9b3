import { canonicalJson } from '../hash';
import type { Json } from '../json';
import type { AssistantMessage, Message, ToolMessage } from '../records/message';
import { callKey } from '../tools/call-key';
import { isCorrectable } from '../tools/wire-result';

/** Times that the same call may come to the same result before the user is asked (design §4). */
export const SAME_RESULTS_LIMIT = 3;

/**
 * Whether the model goes round in circles: its last call, with these arguments and this result, happened three times
 * since `fromPosition`. Returns the tool's name, or null.
 */
export function repeatedCall(
  messages: readonly Message[],
  runId: string,
  fromPosition: number,
): string | null {
  const ofRun = messages.filter((message) => message.runId === runId && message.position >= fromPosition);
  const argumentsOf = new Map(
    ofRun
      .filter((message): message is AssistantMessage => message.role === 'assistant')
      .flatMap((message) => message.toolCalls)
      .map((call) => [call.executionId, call.argumentsText]),
  );
  const keys = ofRun
    .filter((message): message is ToolMessage => message.role === 'tool')
    // Calls that can't be run as written are counted on their own.
    .filter((tool) => !isUncallable(tool.result))
    .map((tool) => ({ name: tool.name, key: resultKey(tool, argumentsOf.get(tool.executionId) ?? '') }));
  const last = keys.at(-1);
  if (last === undefined) return null;
  return keys.filter(({ key }) => key === last.key).length >= SAME_RESULTS_LIMIT ? last.name : null;
}

function isUncallable(result: ToolMessage['result']): boolean {
  return isCorrectable(result) || result.error_code === 'cut_off';
}

function resultKey(tool: ToolMessage, argumentsText: string): string {
  return `${callKey(tool.name, argumentsText)} ${canonicalJson(tool.result as unknown as Json)}`;
}
