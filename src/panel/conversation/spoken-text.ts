import { callOutcome } from '@/src/core/records/tool-result';
import { spellOut } from '@/src/core/text/foreign-text';
import type { CallLine } from '@/src/core/tools/call-label';
import { resultText } from '@/src/panel/data/result-text';
import { cutLine, MAX_LINE_LENGTH, parseArguments } from '@/src/panel/kit/text/call-line';
import { cutText } from '@/src/panel/kit/text/cut-text';
import type { AssistantMessage, Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunOutcome } from '@/src/schema/run-status';
import { errorTitle } from '@/src/schema/values/error-code';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { isBuiltIn, readBuiltInCall } from './built-in-call';

/** Something that screen readers announce once. */
export interface Utterance {
  id: string;
  /** Text to announce; empty for none. Called for new utterances only. */
  text(): string;
}

/**
 * Everything that a conversation announces: finished answers and questions, results of calls, and the end of the run. `after`: the
 * position of the last message that isn't announced.
 */
export function utterances(
  messages: readonly Message[],
  after: number,
  run: Run | null,
  line: CallLine,
): Utterance[] {
  const calls = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map((call) => [call.executionId, call] as const) : [],
    ),
  );
  const ofMessages = messages.flatMap((message): Utterance[] => {
    if (message.position <= after) return [];
    if (message.role === 'assistant') return [{ id: message.id, text: () => answerText(message) }];
    return message.role === 'tool'
      ? [{ id: message.id, text: () => spokenResult(message, calls.get(message.executionId), line) }]
      : [];
  });
  return [...ofMessages, ...endOf(run)];
}

/** Maximum length of an announced answer, in UTF-16 units. */
const MAX_ANSWER_CHARS = 2_000;

function answerText({ content, toolCalls }: AssistantMessage): string {
  const words = toolCalls.map(({ name, argumentsText }) => {
    const call = readBuiltInCall(name, argumentsText);
    if (call?.name === 'ask_user') return [call.question, ...call.choices].join('\n');
    return call?.name === 'finish_task' ? call.summary : '';
  });
  const text = [content, ...words].filter((part) => part !== '').join('\n');
  if (text.length <= MAX_ANSWER_CHARS) return text;
  const beginning = cutText(text, MAX_ANSWER_CHARS, Number.POSITIVE_INFINITY);
  return t('conversation.spoken.cutAnswer', { beginning });
}

/** Empty for a success of Steward's own tools: the answer that contains the call announces its question or summary. */
function spokenResult(toolMessage: ToolMessage, call: ToolCall | undefined, line: CallLine): string {
  const { name, result, planned } = toolMessage;
  if (result.success && isBuiltIn(name)) return '';
  const args = call === undefined ? null : parseArguments(call.argumentsText);
  const shown = args === null ? name : line(name, args);
  const state = planned === true ? 'planned' : callOutcome(result);
  const text = t('conversation.spoken.result', {
    state: say(`conversation.call.state.${state}`),
    call: spellOut(shown),
    message: resultText(toolMessage),
  });
  return cutLine(text, MAX_LINE_LENGTH);
}

/** The id contains the attempt, since a run that is continued or retried ends again. */
function endOf(run: Run | null): Utterance[] {
  if (run === null || run.status.state !== 'waiting-for-system-input') return [];
  const { outcome } = run.status;
  return outcome === null
    ? []
    : [{ id: `${run.id} ${run.attempt} ${outcome}`, text: () => endText(outcome, run) }];
}

function endText(outcome: RunOutcome, { error }: Run): string {
  return outcome === 'error' && error !== null
    ? t('conversation.spoken.errorOf', { title: say(errorTitle(error.code)) })
    : t(`conversation.spoken.${outcome}`);
}
