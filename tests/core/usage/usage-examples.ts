import type { AccountingMessage, Message, SummaryMessage } from '@/src/schema/message';
import type { TokenCounts, TokenUsageEntry } from '@/src/schema/usage';

/** Counts with a different number in each place, so that no two can be mixed up unnoticed. */
export const COUNTS: TokenCounts = {
  promptTokens: 1_000,
  completionTokens: 200,
  cacheReadInputTokens: 30,
  cacheCreationInputTokens: 4,
};

const base = { chatId: 'c', runId: 'r', createdAtMs: 0, discardedBy: null };

/** A message of a role that no request answers. */
export function said(role: 'user' | 'system-title' | 'system-summary', position: number): Message {
  const of = { ...base, id: `m${position}`, position, content: 'Text' };
  return role === 'user' ? { ...of, role, changes: [], nonce: 'n' } : { ...of, role };
}

export function answered(position: number, more: { discardedBy?: string; plan?: true } = {}): Message {
  return {
    ...base,
    role: 'assistant',
    id: `m${position}`,
    position,
    content: 'Text',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: [],
    finishReason: 'stop',
    model: 'm',
    seenStateHash: null,
    ...more,
  };
}

export function titled(position: number): Message {
  return { ...base, role: 'title', id: `m${position}`, runId: null, position, content: 'Title', model: 'm' };
}

export function summarized(position: number, state: SummaryMessage['state']): Message {
  return {
    ...base,
    role: 'summary',
    id: `m${position}`,
    runId: null,
    position,
    content: 'Text',
    model: 'm',
    state,
  };
}

export function accounted(
  position: number,
  cumulativeTokens: AccountingMessage['cumulativeTokens'],
): AccountingMessage {
  return {
    ...base,
    role: 'accounting',
    id: `m${position}`,
    runId: null,
    position,
    reason: 'Message edited',
    cumulativeTokens,
    discardedMessages: 5,
  };
}

/** The usage of the request whose answer is the message at this position, or would have been. */
export function used(
  position: number,
  counts: TokenCounts | null,
  more: Partial<TokenUsageEntry> = {},
): TokenUsageEntry {
  return {
    id: `u${position}`,
    chatId: 'c',
    runId: 'r',
    kind: 'response',
    messageId: `m${position}`,
    position,
    atMs: 0,
    connectionId: 'k',
    model: 'm',
    counts,
    raw: null,
    ...more,
  };
}
