import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { ToolDefinition } from '../tools/tool-definition';
import { toolNamed } from '../tools/tool-name';
import { truncateResult } from '../tools/truncate-result';
import { wireResult } from '../tools/wire-result';
import type { CallIds } from './call-ids';
import { NO_RESULT } from './call-results';
import type { OmissionCount } from './omissions';
import type { RequestMessage } from './request-message';

interface ResultRules {
  /** The conversation's latest run: its results are not aged, and are sent with their page updates. */
  latestRunId: string | null;
  settings: Pick<ChatSettings, 'toolResultLimit' | 'toolResultAgeing'>;
  /** Used to find the tool that reads the rest of a shortened result. */
  tools: readonly ToolDefinition[];
  callId: CallIds;
}

/** Shortened results, each with the reason. Trimming may later omit some of them. */
export type ShortenedResults = Map<Message, 'aged' | 'too-long'>;

/**
 * Returns a function that makes the message for a call's result.
 *
 * @param shortened receives the results that are shortened
 */
export function createResultMessages(
  entries: readonly Message[],
  { latestRunId, settings, tools, callId }: ResultRules,
  omissions: OmissionCount,
  shortened: ShortenedResults,
): (call: ToolCall, result: ToolMessage | null) => RequestMessage {
  const unanswered = unansweredResults(entries);
  const { toolResultAgeing: ageing, toolResultLimit } = settings;

  function limited(result: ToolMessage): ToolMessage['result'] {
    const readWith = toolNamed(tools, result.name)?.readWith ?? null;
    const isAged = ageing.enabled && result.runId !== latestRunId && ageing.limitCharacters < toolResultLimit;
    const limit = isAged ? ageing.limitCharacters : toolResultLimit;
    const truncated = truncateResult(result.result, limit, readWith);
    if (truncated !== result.result) shortened.set(result, isAged ? 'aged' : 'too-long');
    return truncated;
  }

  function update(result: ToolMessage): string {
    if (result.pageUpdate === null) return '';
    if (result.runId === latestRunId || unanswered.has(result)) return `\n\n${result.pageUpdate}`;
    omissions.add({ what: 'page-states', reason: 'superseded' }, 1, []);
    return '';
  }

  return (call, result) => {
    const content = result === null ? wireResult(NO_RESULT) : wireResult(limited(result)) + update(result);
    return {
      message: { role: 'tool', tool_call_id: callId(call, false), content },
      sources: result === null ? [] : [result],
    };
  };
}

/** Results that the model never answered in their run; it receives their page updates in a later run. */
function unansweredResults(entries: readonly Message[]): Set<ToolMessage> {
  const answered = new Set<string | null>();
  const unanswered = new Set<ToolMessage>();
  for (const entry of entries.toReversed()) {
    if (entry.role === 'assistant') answered.add(entry.runId);
    if (entry.role === 'tool' && !answered.has(entry.runId)) unanswered.add(entry);
  }
  return unanswered;
}
