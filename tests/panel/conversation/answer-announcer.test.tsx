// @document
import { expect, it } from 'vitest';
import { AnswerAnnouncer } from '@/src/panel/conversation/answer-announcer';
import { utterances } from '@/src/panel/conversation/spoken-text';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { assistantMessage, toolMessage } from '../stored-messages';
import { ended, storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

let nextPosition = 0;

const response = (id: string, content: string, ...calls: [name: string, args: object][]) =>
  assistantMessage({
    id,
    position: nextPosition++,
    content,
    toolCalls: calls.map(([name, args]) => ({
      executionId: id,
      modelCallId: 'call_0',
      name,
      argumentsText: JSON.stringify(args),
    })),
  });

const result = (id: string, name: string, success: boolean, message: string) =>
  toolMessage({ id, position: nextPosition++, executionId: id, name, result: { success, message } });

const NO_ATTEMPTS: ReadonlySet<string> = new Set();

function announced(messages: Message[], run: Run | null, attempts = NO_ATTEMPTS): string {
  rendering.render(<AnswerAnnouncer messages={messages} run={run} attempts={attempts} />);
  const lines = rendering.shown.queryAllByRole('paragraph');
  return lines.map(({ textContent }) => textContent).join(' | ');
}

const PROCESSING = storedRun({ state: 'processing' });

it('announces what is new, once, and nothing that was there before it was mounted', () => {
  const first = response('a', 'Here I am.');
  const second = response('b', 'And here.');
  const third = response('c', 'And there.');
  expect(announced([first], null)).toBe('');
  expect(announced([first, second], null)).toBe('And here.');
  expect(announced([first, second, third], null)).toBe('And there.');
  // A rollback removed the newest.
  expect(announced([first, second], null)).toBe('And there.');
});

it.each<[string, Message, string]>([
  [
    'a question with its choices',
    response('b', 'Hm.', ['ask_user', { question: 'Which?', choices: ['one', 'two'] }]),
    'Hm.\nWhich?\none\ntwo',
  ],
  ['a summary', response('b', '', ['finish_task', { summary: 'All done.' }]), 'All done.'],
  ['no call before its result', response('b', '', ['add_rule', { pattern: '*' }]), ''],
  ['the result of a call', result('t', 'add_rule', true, 'Added.'), 'Done: add_rule. Added.'],
  [
    'a call that had nothing to do',
    {
      ...result('t', 'add_rule', false, ''),
      result: { success: false, message: 'No match.', error_code: 'no_match' },
    },
    'Nothing to do: add_rule. Nothing matches; nothing was changed.',
  ],
  ['a failed call', result('t', 'add_rule', false, 'No match.'), 'Failed: add_rule. No match.'],
  [
    'a planned call',
    { ...result('t', 'add_rule', true, 'Adds.'), planned: true },
    'Planned: add_rule. Adds.',
  ],
  ['nothing of a question that was asked', result('t', 'ask_user', true, 'Asked.'), ''],
  ['a question that failed', result('t', 'ask_user', false, 'No choice.'), 'Failed: ask_user. No choice.'],
])('announces %s', (_, message, text) => {
  announced([], null);
  expect(announced([message], null)).toBe(text);
});

it('announces the results of several calls that are stored at once', () => {
  announced([], PROCESSING);
  const results = [result('t', 'add_rule', true, 'Added.'), result('u', 'save', false, 'Refused.')];
  expect(announced(results, PROCESSING)).toBe('Done: add_rule. Added. | Failed: save. Refused.');
});

it('announces a failed call only when the run can no longer correct it', () => {
  announced([], PROCESSING);
  const failed = [result('t', 'add_rule', false, 'No pattern.')];
  expect(announced(failed, PROCESSING, new Set(['t']))).toBe('');
  expect(announced(failed, PROCESSING)).toBe('Failed: add_rule. No pattern.');
});

it.each<[string, Run, string]>([
  ['the end', storedRun(ended('completed')), 'Steward has finished.'],
  ['a stop', storedRun(ended('stopped')), 'Steward was stopped.'],
  [
    'a failure, with the title of its error',
    storedRun(ended('error'), {
      error: { code: 'network', message: 'No.', remedy: 'Retry.', details: null },
    }),
    'Steward ended with an error: Connection error.',
  ],
])('announces %s of a run', (_, run, text) => {
  announced([], PROCESSING);
  expect(announced([], run)).toBe(text);
});

it('announces the end of each attempt, and of none that ended before it was mounted', () => {
  expect(announced([], storedRun(ended('stopped')))).toBe('');
  expect(announced([], storedRun(ended('stopped'), { attempt: 2 }))).toBe('Steward was stopped.');
});

it('a call is announced in the words that its line shows, also if the call itself was there before', () => {
  const asked = response('words', '', ['add_note', { text: 'eggs' }]);
  const said = result('words', 'add_note', true, 'Added.');
  const line = (name: string, { text }: { text?: unknown }) =>
    `${name === 'add_note' ? 'Note' : name} ${text}`;
  const texts = utterances([asked, said], asked.position, null, line).map(({ text }) => text());
  expect(texts).toEqual(['Done: Note eggs. Added.']);
});
