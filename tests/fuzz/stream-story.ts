import fc from 'fast-check';
import type { Piece } from './stream-piece';

/** What is to be read from a stream: the answer, or a failure that its endpoint reports. */
export type Expected =
  | 'failure'
  | { content: string; reasoning: string; calls: { name: string; args: unknown }[] };

/** One event of a story, with the lines before its data. */
interface StoryEvent {
  piece: Piece;
  before: readonly string[];
}

/** A stream whose meaning is known: answers that start over, odd but clear fields, think tags, a failure in between. */
export interface Story {
  events: StoryEvent[];
  expected: Expected;
}

interface Call {
  name: string;
  args: object;
  /** How the endpoint writes it. */
  index: 'number' | 'text';
  id: string | number;
  isObject: boolean;
}

interface Attempt {
  hasRole: boolean;
  reasoning: string[];
  thought: string | null;
  words: string[];
  /** Where the text with its tags is cut, in thousandths. */
  cuts: number[];
  form: 'text' | 'part' | 'texts' | 'parts';
  calls: Call[];
}

const call: fc.Arbitrary<Call> = fc.record({
  name: fc.constantFrom('find', 'save_changes'),
  args: fc.constantFrom({}, { a: 1 }, { text: 'Grüße "</think>"', list: [null, { b: 2 }] }),
  index: fc.constantFrom('number', 'number', 'text'),
  id: fc.oneof(fc.uuid(), fc.integer({ min: 1, max: 1_000_000 })),
  isObject: fc.boolean(),
});

const attempt: fc.Arbitrary<Attempt> = fc.record({
  hasRole: fc.boolean(),
  reasoning: fc.array(fc.constantFrom('Hm. ', 'So, '), { maxLength: 2 }),
  thought: fc.option(fc.constantFrom('', 'Hm.', 'a < b </b> \n', '<think>'), { freq: 2 }),
  words: fc.array(fc.constantFrom(' and', '\n', ' 世界', '<think>', '</think>', ' <'), { maxLength: 5 }),
  cuts: fc.array(fc.nat(999), { maxLength: 8 }),
  form: fc.constantFrom('text', 'text', 'part', 'texts', 'parts'),
  calls: fc.array(call, { maxLength: 3 }),
});

/** A failure in each dialect, with the lines before it. */
const FAILURES: [object, ...string[]][] = [
  [{ error: { message: 'Out of memory', code: 500 } }],
  [{ error: 'Out of memory' }],
  [[{ error: { code: 429, message: 'Slow down' } }]],
  [{ object: 'error', message: 'The engine is dead', code: 500 }],
  [{ detail: 'Internal Server Error' }],
  [{ detail: [{ loc: ['body'], msg: 'Too long' }] }],
  [{ success: false, message: 'No' }],
  [{ message: 'No', status: 503 }, 'event: error'],
  [{ choices: [{ index: 0, delta: {}, error: { message: 'No' } }] }],
  [{ choices: [{ index: 0, delta: { content: 'so' }, finish_reason: 'error' }] }],
  [{ error: { type: 'proxy_all_credentials_exhausted', details: { normal_error_summary: '1 rate_limit' } } }],
];

/** Streams of one to three attempts, each under an id of its own; the last one counts. */
export const story: fc.Arbitrary<Story> = fc
  .tuple(
    fc.array(attempt, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('stable', 'stable', 'none', 'each'),
    fc.option(fc.constantFrom(...FAILURES), { freq: 4 }),
  )
  .map(([attempts, ids, failure]) => {
    const isOne = attempts.length === 1;
    let count = 0;
    const idOf = (number: number) => {
      count += 1;
      if (!isOne || ids === 'stable') return { id: `answer-${number}` };
      return ids === 'none' ? {} : { id: `event-${count}` };
    };
    const events = attempts.flatMap((one, number) =>
      deltasOf(one, number).map((delta) => ({ ...idOf(number), choices: [{ index: 0, delta }] })),
    );
    const last = attempts.length - 1;
    const finish = { ...idOf(last), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const ended = [...events, finish].map((value) => storyEvent(value));
    if (failure === null) return { events: ended, expected: expectedOf(attempts[last] ?? attempts[0], last) };
    const [value, ...before] = failure;
    return { events: [...ended.slice(0, -1), storyEvent(value, before)], expected: 'failure' };
  });

function storyEvent(value: unknown, before: readonly string[] = []): StoryEvent {
  return { piece: { kind: 'json', value }, before };
}

/** At least two events, so that the id of the attempt is no event's own. */
function deltasOf({ hasRole, reasoning, cuts, form, calls, ...text }: Attempt, number: number): object[] {
  return [
    hasRole || number === 0 ? { role: 'assistant', content: '' } : { content: 'x' },
    ...reasoning.map((one) => ({ reasoning_content: one })),
    ...cutAt(textOf(text, hasRole || number === 0 ? '' : 'x'), cuts).map((one) => ({
      content: formed(one, form),
    })),
    ...calls.map(({ name, args, index, id, isObject }, at) => ({
      tool_calls: [
        {
          index: index === 'text' ? `${at}` : at,
          id: typeof id === 'number' ? id * 10 + at : `${id}-${at}`,
          function: { name, arguments: isObject ? args : JSON.stringify(args) },
        },
      ],
    })),
  ];
}

/** The text with its tags; `begun` stands before it already. */
function textOf({ thought, words }: Pick<Attempt, 'thought' | 'words'>, begun: string): string {
  const said = `Yes${words.join('')}`;
  return thought === null || begun !== '' ? said : `<think>${thought}</think>\n${said}`;
}

function expectedOf(last: Attempt | undefined, number: number): Expected {
  if (last === undefined) return 'failure';
  const begun = last.hasRole || number === 0 ? '' : 'x';
  const thought = begun === '' ? (last.thought ?? '') : '';
  return {
    content: `${begun}Yes${last.words.join('')}`,
    reasoning: last.reasoning.join('') + thought,
    calls: last.calls.map(({ name, args }) => ({ name, args })),
  };
}

function cutAt(text: string, cuts: readonly number[]): string[] {
  const characters = [...text];
  const places = cuts.map((cut) => Math.floor((characters.length * cut) / 1_000)).sort((a, b) => a - b);
  const edges = [0, ...places, characters.length];
  return edges
    .slice(1)
    .map((end, index) => characters.slice(edges[index], end).join(''))
    .filter((piece) => piece !== '');
}

function formed(text: string, form: Attempt['form']): unknown {
  switch (form) {
    case 'text':
      return text;
    case 'part':
      return { type: 'text', text };
    case 'texts':
      return [text];
    case 'parts':
      return [{ type: 'text', text }];
  }
}
