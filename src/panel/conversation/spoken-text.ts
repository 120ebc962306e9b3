import { assertNever } from '@/src/core/assert-never';
import type { AssistantMessage, Message, ToolMessage } from '@/src/core/records/message';
import type { Run } from '@/src/core/records/run';
import { ERROR_TITLES } from '../errors/error-titles';
import { cutText } from '../text/cut-text';
import { isBuiltIn, readBuiltInCall } from './built-in-call';
import { cutLine, MAX_LINE_LENGTH } from './call-line';

/** Something that screen readers announce once. */
export interface Utterance {
  id: string;
  /** Empty if there is nothing to announce. Only read for what is new. */
  text(): string;
}

/** All that a conversation has to announce: finished answers and questions, results of calls, and the end of the run. */
export function utterances(messages: readonly Message[], run: Run | null): Utterance[] {
  const ofMessages = messages.flatMap((message): Utterance[] => {
    if (message.role === 'assistant') return [{ id: message.id, text: () => answerText(message) }];
    return message.role === 'tool' ? [{ id: message.id, text: () => resultText(message) }] : [];
  });
  return [...ofMessages, ...endOf(run)];
}

/** UTF-16 units of an answer that are announced. */
const MAX_ANSWER_CHARS = 2_000;

function answerText({ content, toolCalls }: AssistantMessage): string {
  const words = toolCalls.map(({ name, argumentsText }) => {
    const call = readBuiltInCall(name, argumentsText);
    if (call?.name === 'ask_user') return [call.question, ...call.choices].join('\n');
    return call?.name === 'finish_task' ? call.summary : '';
  });
  const text = [content, ...words].filter((part) => part !== '').join('\n');
  if (text.length <= MAX_ANSWER_CHARS) return text;
  return `${cutText(text, MAX_ANSWER_CHARS, Number.POSITIVE_INFINITY)} … The full answer is in the conversation.`;
}

/** Steward's own tools say nothing of a success: a question or a summary is announced with its answer. */
function resultText({ name, result, planned }: ToolMessage): string {
  if (result.success && isBuiltIn(name)) return '';
  const state = planned === true ? 'Planned' : result.success ? 'Done' : 'Failed';
  return cutLine(`${state}: ${name}. ${result.message}`, MAX_LINE_LENGTH);
}

/** A run that is continued or retried ends again, as another attempt. */
function endOf(run: Run | null): Utterance[] {
  if (run === null || run.status.state !== 'waiting-for-system-input') return [];
  const { outcome } = run.status;
  return outcome === null
    ? []
    : [{ id: `${run.id} ${run.attempt} ${outcome}`, text: () => endText(outcome, run) }];
}

function endText(outcome: 'completed' | 'stopped' | 'error', { error }: Run): string {
  switch (outcome) {
    case 'completed':
      return 'Steward has finished.';
    case 'stopped':
      return 'Steward was stopped.';
    case 'error':
      return error === null
        ? 'Steward ended with an error.'
        : `Steward ended with an error: ${ERROR_TITLES[error.code]}.`;
    default:
      return assertNever(outcome);
  }
}
