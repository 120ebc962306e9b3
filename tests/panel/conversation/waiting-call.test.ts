import { expect, it } from 'vitest';
import { shownQuestion } from '@/src/panel/conversation/waiting-call';
import type { Message } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import { assistantMessage, toolMessage, userMessage } from '../stored-messages';
import { storedRun, WAITING } from '../stored-run';

const AT_QUESTION: RunStatus = { state: 'waiting-for-user-input', reason: 'question' };

/** A conversation with a call `x` of this tool and its result. */
const conversation = (name: string, argumentsText: string): Message[] => [
  assistantMessage({ toolCalls: [{ executionId: 'x', modelCallId: 'call_0', name, argumentsText }] }),
  toolMessage({ name }),
];
const ANSWER = userMessage({ id: 'a' });

const ASKED = conversation('ask_user', '{"question":"Hide them where?","choices":[]}');

it.each<[string, Message[], string | null]>([
  ['its text', ASKED, 'Hide them where?'],
  ['no text if the arguments can’t be read', conversation('ask_user', '{}'), null],
  [
    'its text if the tool was called with a prefix',
    conversation('functions.ask_user', '{"question":"Where?"}'),
    'Where?',
  ],
])('the open question has the id of its call and %s', (_, messages, text) => {
  expect(shownQuestion({ messages, run: storedRun(AT_QUESTION) })).toEqual({ id: 'x', text });
});

it.each<[string, Message[], RunStatus]>([
  ['the run was stopped', ASKED, { ...AT_QUESTION, reason: 'round-limit' }],
  ['the question was answered, and a module requested this wait', [...ASKED, ANSWER], AT_QUESTION],
  ['the run works', ASKED, { state: 'processing' }],
  ['the run waits in a wait call', conversation('wait', '{"reason":"Slow."}'), WAITING],
])('is null if %s', (_, messages, status) => {
  expect(shownQuestion({ messages, run: storedRun(status) })).toBeNull();
});

it('is null before the first run', () => {
  expect(shownQuestion({ messages: [], run: null })).toBeNull();
});
