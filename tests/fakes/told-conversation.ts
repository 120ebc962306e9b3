import type { AccountingMessage, FinishReason, Message, SummaryMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { ToolResult } from '@/src/schema/tool-result';

/** One line of a conversation. An answer's calls are followed by their results. Without `run`, that of the line before. */
export type Line =
  | { user: string; run?: string }
  | { event: string; run?: string }
  | {
      answer: string;
      calls?: (string | Call)[];
      run?: string;
      finish?: FinishReason;
      cacheControlIndex?: number;
      plan?: true;
    }
  | { summary: string; state?: SummaryMessage['state'] }
  | { pruned: NonNullable<AccountingMessage['prunedBy']>; omitted: number }
  | { local: Extract<Message['role'], 'system-title' | 'title' | 'system-summary' | 'rollback'> };

/** A call with its arguments and result; a plain name stands for a call without either. */
interface Call {
  name: string;
  args?: unknown;
  result?: ToolResult;
  pageUpdate?: string;
}

/** Text that no request may contain. */
export const LOCAL_TEXT = 'only for the user';

const TOTALS = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };

/** The messages of a conversation: ids `m0`, `m1` …, execution ids `x0`, `x1` …, positions in order. */
export function toldConversation(...lines: Line[]): Message[] {
  const messages: Message[] = [];
  let runId = 'r1';
  let callCount = 0;
  const base = (run: string | null) => ({
    id: `m${messages.length}`,
    chatId: 'c',
    runId: run,
    position: messages.length,
    createdAtMs: 0,
    discardedBy: null,
  });
  for (const line of lines) {
    if ('run' in line && line.run !== undefined) runId = line.run;
    if ('user' in line) {
      messages.push({ ...base(runId), role: 'user', content: line.user, changes: [], nonce: 'n' });
    } else if ('event' in line) {
      messages.push({ ...base(runId), role: 'system', scope: 'page', content: line.event });
    } else if ('summary' in line) {
      const { summary: content, state = 'boundary' } = line;
      messages.push({ ...base(null), role: 'summary', content, model: 'm', state });
    } else if ('pruned' in line) {
      messages.push({
        ...base(null),
        role: 'accounting',
        reason: 'Pruned',
        cumulativeTokens: TOTALS,
        discardedMessages: 0,
        omittedMessages: line.omitted,
        prunedBy: line.pruned,
      });
    } else if ('local' in line) {
      messages.push({ ...base(null), role: line.local, content: LOCAL_TEXT } as unknown as Message);
    } else {
      const made = (line.calls ?? []).map((call): Call => (typeof call === 'string' ? { name: call } : call));
      const toolCalls = made.map(({ name, args = {} }, index) => ({
        executionId: `x${callCount + index}`,
        modelCallId: 'call_0',
        name,
        argumentsText: JSON.stringify(args),
      }));
      callCount += made.length;
      const finishReason = line.finish ?? (made.length > 0 ? 'tool_calls' : 'stop');
      messages.push({
        ...base(runId),
        role: 'assistant',
        content: line.answer,
        reasoning: LOCAL_TEXT,
        reasoningMs: 0,
        toolCalls,
        finishReason,
        model: 'm',
        seenStateHash: null,
        ...(line.cacheControlIndex === undefined ? {} : { cacheControlIndex: line.cacheControlIndex }),
        ...(line.plan === undefined ? {} : { plan: line.plan }),
      });
      for (const [index, { name, result, pageUpdate = null }] of made.entries()) {
        const executionId = toolCalls[index]?.executionId ?? '';
        messages.push({
          ...base(runId),
          role: 'tool',
          executionId,
          modelCallId: 'call_0',
          name,
          result: result ?? { success: true, message: `Result of ${name}.` },
          durationMs: 0,
          pageUpdate,
        });
      }
    }
  }
  return messages;
}

/** A run that is opened by the message with this id. */
export function runOpenedBy(openingMessageId: string, id: string): Run {
  return {
    id,
    chatId: 'c',
    openingMessageId,
    startedAtMs: 0,
    endedAtMs: null,
    status: { state: 'processing' },
    round: 0,
    attempt: 1,
    resumes: 0,
    missedToolCalls: 0,
    loopCheckFrom: 0,
    control: null,
    invalidCalls: 0,
    contextText: '<page-state>',
    nonce: 'n',
    error: null,
  };
}
