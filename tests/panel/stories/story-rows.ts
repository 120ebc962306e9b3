import type { Approval } from '@/src/schema/approval';
import type { Execution, ExecutionState } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { AssistantMessage, Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { storedRun } from '../stored-run';

/** The rows that replace those of a chat, in the shape in which the database stores them. */
export interface StoryRows {
  messages: Message[];
  executions: Execution[];
  run: Run | null;
  approval: Approval | null;
  chat: Partial<Chat>;
}

/** The chat and run of all stories; the rows get the chat's real id when they are stored. */
export const CHAT_ID = 'c';
const RUN_ID = 'r';
const START_MS = Date.UTC(2026, 0, 5, 9, 30);

/** The fields that the author of a message chooses. */
type Said<Kind extends Message> = Omit<
  Kind,
  'id' | 'chatId' | 'runId' | 'position' | 'createdAtMs' | 'discardedBy'
>;
type AnySaid = Message extends infer Kind ? (Kind extends Message ? Said<Kind> : never) : never;

/** Messages in their order, a second apart. */
export function messagesOf(...said: readonly AnySaid[]): Message[] {
  return said.map((message, index) => ({
    ...message,
    id: `m${index}`,
    chatId: CHAT_ID,
    runId: RUN_ID,
    position: index,
    createdAtMs: START_MS + 1_000 * index,
    discardedBy: null,
  }));
}

/** Rows with these messages and this run. */
export function rowsOf(
  messages: Message[],
  run: Partial<Run> | null,
  more: Partial<StoryRows> = {},
): StoryRows {
  const { status = { state: 'processing' } as const, ...rest } = run ?? {};
  const opening = {
    id: RUN_ID,
    chatId: CHAT_ID,
    openingMessageId: messages[0]?.id ?? '',
    startedAtMs: START_MS,
  };
  return {
    messages,
    executions: [],
    run: run === null ? null : storedRun(status, { ...opening, ...rest }),
    approval: null,
    chat: { pendingMessage: null },
    ...more,
  };
}

export function asks(content: string): Said<Extract<Message, { role: 'user' }>> {
  return { role: 'user', content, changes: [], nonce: 'n' };
}

/** A response with these calls. */
export function responds(
  content: string,
  more: Partial<Said<AssistantMessage>> = {},
): Said<AssistantMessage> {
  return {
    role: 'assistant',
    content,
    reasoning: '',
    reasoningMs: 0,
    toolCalls: [],
    finishReason: 'stop',
    model: 'gpt-4o',
    seenStateHash: null,
    ...more,
  };
}

export function calls(executionId: string, name: string, args: object): ToolCall {
  return { executionId, modelCallId: executionId, name, argumentsText: JSON.stringify(args) };
}

/** The result of a call. */
export function results(
  executionId: string,
  name: string,
  result: ToolMessage['result'],
  more: Partial<Said<ToolMessage>> = {},
): Said<ToolMessage> {
  return {
    role: 'tool',
    executionId,
    modelCallId: executionId,
    name,
    result,
    durationMs: 42,
    pageUpdate: null,
    ...more,
  };
}

/** The journal's row for a call of the message with this id. */
export function execution(id: string, messageId: string, name: string, state: ExecutionState): Execution {
  return {
    id,
    chatId: CHAT_ID,
    runId: RUN_ID,
    messageId,
    index: 0,
    name,
    effect: 'write',
    state,
    receivedAtMs: START_MS,
    startedAtMs: state === 'received' || state === 'awaiting-approval' ? null : START_MS,
    write: null,
    leftStateHash: null,
  };
}
