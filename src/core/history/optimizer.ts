import type { ApiTool } from '@/src/schema/api-message';
import type { ToolMemory } from '@/src/schema/chat-settings';
import type { AssistantMessage, Message, ToolCall } from '@/src/schema/message';
import { toApiTools } from '../llm/api-tools';
import { bareToolName } from '../records/bare-tool-name';
import type { ToolDefinition } from '../tools/tool-definition';
import type { OmissionCount } from './omissions';
import { spokenText } from './spoken-text';
import { mapTurns } from './turns';

/** The tools of a request, and its entries without forgotten calls. */
export interface Optimized {
  tools: ApiTool[];
  entries: Message[];
}

/**
 * The only place that decides which tools and calls a request contains: all tools of the chat, since the model may
 * use a tool again whose calls were forgotten, and the calls within the chat's tool memory.
 */
export function optimize(
  entries: readonly Message[],
  tools: readonly ToolDefinition[],
  toolMemory: ToolMemory,
  omissions: OmissionCount,
): Optimized {
  const forgotten = toolMemory.enabled ? forgottenCalls(entries, toolMemory.forgetAfterConclusions) : [];
  const names = forgotten.map(({ name }) => bareToolName(name));
  omissions.add({ what: 'calls', reason: 'tool-memory' }, forgotten.length, names);
  const ids = new Set(forgotten.map(({ executionId }) => executionId));
  const remaining = forgotten.length === 0 ? [...entries] : withoutCalls(entries, ids);
  omissions.add({ what: 'messages', reason: 'tool-memory' }, entries.length - remaining.length, []);
  return { tools: toApiTools(tools), entries: remaining };
}

/** The calls of turns that are more than `forgetAfterConclusions` turns old. */
function forgottenCalls(entries: readonly Message[], forgetAfterConclusions: number): ToolCall[] {
  const { turnOf, current } = mapTurns(entries);
  return entries.flatMap((entry) => {
    if (entry.role !== 'assistant') return [];
    const age = current - (turnOf.get(entry.id) ?? current);
    return age > forgetAfterConclusions ? entry.toolCalls : [];
  });
}

/** The entries without these calls and their results, so that neither is sent without the other. */
function withoutCalls(entries: readonly Message[], forgotten: ReadonlySet<string>): Message[] {
  return entries.flatMap((entry): Message[] => {
    if (entry.role === 'tool') return forgotten.has(entry.executionId) ? [] : [entry];
    if (entry.role !== 'assistant') return [entry];
    const shortened = withoutForgotten(entry, forgotten);
    return shortened.content.trim() === '' && shortened.toolCalls.length === 0 && entry.toolCalls.length > 0
      ? []
      : [shortened];
  });
}

/** The answer without forgotten calls. Text for the user in such a call, such as a question, stays as content. */
function withoutForgotten(answer: AssistantMessage, forgotten: ReadonlySet<string>): AssistantMessage {
  const gone = answer.toolCalls.filter(({ executionId }) => forgotten.has(executionId));
  if (gone.length === 0) return answer;
  const content = [answer.content, ...gone.map(spokenText)].filter((text) => text.trim() !== '').join('\n\n');
  const toolCalls = answer.toolCalls.filter(({ executionId }) => !forgotten.has(executionId));
  return { ...answer, content, toolCalls };
}
