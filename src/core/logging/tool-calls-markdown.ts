import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { StatesOfWrite } from './call-states';
import { fileStamp } from './file-names';
import { codeBlock, inlineCode } from './inert-markdown';
import type { RecordedSession } from './recorded-session';

/** A call with facts about the message that made it. */
interface RecordedCall {
  call: ToolCall;
  atMs: number;
  model: string;
  isSetAside: boolean;
  /** Null if there is none yet. */
  answer: ToolMessage | null;
}

/**
 * Exports every tool call of a chat with its exact output, in call order, as Markdown. Calls discarded by a
 * rollback are included and marked. All text by model or page is in code spans and blocks, so it can't act as
 * Markdown.
 */
export function toolCallsMarkdown(
  { title, messages, states }: Pick<RecordedSession, 'title' | 'messages' | 'states'>,
  exportedAtMs: number,
): string {
  const calls = recordedCalls(messages);
  return `${[
    '# Tool calls',
    `Chat: ${inlineCode(title)}`,
    `Exported ${time(exportedAtMs)}. ${countText(calls.length)}`,
    ...calls.map((call, index) => callSection(call, index, states.get(call.call.executionId) ?? null)),
  ].join('\n\n')}\n`;
}

/** Name of the exported file, such as `toolcalls_20251120T143215Z.md`. */
export function toolCallsFileName(atMs: number): string {
  return `toolcalls_${fileStamp(atMs)}.md`;
}

function recordedCalls(messages: readonly Message[]): RecordedCall[] {
  const answers = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.executionId, message]] : [])),
  );
  return [...messages]
    .sort((a, b) => a.position - b.position)
    .flatMap((message) =>
      message.role === 'assistant'
        ? message.toolCalls.map((call) => ({
            call,
            atMs: message.createdAtMs,
            model: message.model,
            isSetAside: message.discardedBy !== null,
            answer: answers.get(call.executionId) ?? null,
          }))
        : [],
    );
}

function callSection(
  { call, atMs, model, isSetAside, answer }: RecordedCall,
  index: number,
  state: StatesOfWrite | null,
): string {
  const facts = [
    `Made ${time(atMs)} by ${inlineCode(model)}.`,
    outcomeText(answer),
    ...(isSetAside ? ['Set aside by a rollback.'] : []),
  ];
  return [
    `## ${index + 1}. ${inlineCode(call.name)}`,
    facts.join(' '),
    'Arguments:',
    codeBlock(call.argumentsText, 'json'),
    ...(answer === null ? [] : ['Output:', codeBlock(JSON.stringify(answer.result, null, 2), 'json')]),
    ...(answer === null || answer.pageUpdate === null
      ? []
      : ['Sent with it, about the page:', codeBlock(answer.pageUpdate, 'text')]),
    ...(state === null ? [] : stateSections(state)),
  ].join('\n\n');
}

function stateSections({ before, after }: StatesOfWrite): string[] {
  return [
    ...stateSection('Page before', before),
    ...(after === null ? ['Page after: unknown, or not changed.'] : stateSection('Page after', after)),
  ];
}

function stateSection(label: string, { stateHash, state }: StatesOfWrite['before']): string[] {
  const text = `${label} (state ${inlineCode(stateHash)})`;
  return state === null
    ? [`${text}: not stored.`]
    : [`${text}:`, codeBlock(JSON.stringify(state, null, 2), 'json')];
}

function outcomeText(answer: ToolMessage | null): string {
  if (answer === null) return 'No result.';
  const { success, error_code } = answer.result;
  const code = error_code === undefined ? '' : ` with ${inlineCode(error_code)}`;
  return `${success ? 'Succeeded' : `Failed${code}`} in ${answer.durationMs} ms.`;
}

function countText(count: number): string {
  if (count === 0) return 'No tool was called.';
  return count === 1 ? '1 call.' : `${count} calls, in the order in which the model made them.`;
}

function time(atMs: number): string {
  return new Date(atMs).toISOString();
}
