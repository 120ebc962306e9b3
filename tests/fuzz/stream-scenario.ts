import fc from 'fast-check';
import { cutAt, placesIn } from './stream-bytes';
import type { Piece } from './stream-piece';

/**
 * The expected result of a stream: the answer, an error that the endpoint reports, or the error for an answer whose pieces
 * contradict each other.
 */
export type Expected =
  | 'failure'
  | 'unclear'
  | { content: string; reasoning: string; calls: { name: string; args: unknown }[] };

/** One event, with the lines before its data. */
interface ScenarioEvent {
  piece: Piece;
  before: readonly string[];
}

/**
 * A stream with a known meaning: two answers in one, unusual but unambiguous fields, think tags, an error
 * in between.
 */
export interface StreamScenario {
  events: ScenarioEvent[];
  expected: Expected;
}

interface Call {
  name: string;
  args: object;
  /** The type of the index on the wire. */
  index: 'number' | 'text';
  id: string | number;
  isObject: boolean;
  /** True if an empty object comes first, and then the arguments without a name. */
  isEmptyFirst: boolean;
}

interface Attempt {
  hasRole: boolean;
  reasoning: string[];
  thought: string | null;
  words: string[];
  /** The places at which the text with its tags is split, in thousandths. */
  cuts: number[];
  form: 'text' | 'part' | 'texts' | 'parts';
  calls: Call[];
  /** True if the upstream breaks off in the middle of the last call, and another attempt follows. */
  isCutOff: boolean;
}

/** The quirks of a server. */
interface Habits {
  /** The ids of events: one per attempt, one for all attempts, none, none and then one, or one per event. */
  ids: 'attempt' | 'one' | 'none' | 'late' | 'each';
  roles: 'first' | 'each';
  /** The indices of calls: in order, all 0, or missing. */
  indices: 'counted' | 'zero' | 'none';
  callIds: 'own' | 'repeated' | 'none';
  /** Position of a chunk with a role and no content, in thousandths; null for none. */
  keepAliveAt: number | null;
  last: 'nothing' | 'usage' | 'usage-with-role';
}

const call: fc.Arbitrary<Call> = fc.record({
  name: fc.constantFrom('find', 'save_changes'),
  args: fc.constantFrom({}, { a: 1 }, { text: 'Grüße "</think>"', list: [null, { b: 2 }] }),
  index: fc.constantFrom('number', 'number', 'text'),
  id: fc.oneof(fc.uuid(), fc.integer({ min: 1, max: 1_000_000 })),
  isObject: fc.boolean(),
  isEmptyFirst: fc.nat(4).map((roll) => roll === 0),
});

const attempt: fc.Arbitrary<Attempt> = fc.record({
  hasRole: fc.boolean(),
  reasoning: fc.array(fc.constantFrom('Hm. ', 'So, '), { maxLength: 2 }),
  thought: fc.option(fc.constantFrom('', 'Hm.', 'a < b </b> \n', '<think>'), { freq: 2 }),
  words: fc.array(fc.constantFrom(' and', '\n', ' 世界', ' `<think>', ' `</think>', ' <'), { maxLength: 5 }),
  cuts: fc.array(fc.nat(999), { maxLength: 8 }),
  form: fc.constantFrom('text', 'text', 'part', 'texts', 'parts'),
  calls: fc.array(call, { maxLength: 3 }),
  isCutOff: fc.boolean(),
});

/** Attempts with text and a call each. */
const attemptsWithCalls = fc.array(
  fc
    .tuple(attempt, fc.array(call, { minLength: 1, maxLength: 3 }))
    .map(([one, calls]) => ({ ...one, calls })),
  { minLength: 2, maxLength: 3 },
);

/** Attempts that a role begins. */
const attemptsByRole = fc.array(
  attempt.map((one) => ({ ...one, hasRole: true })),
  { minLength: 2, maxLength: 3 },
);

const common = {
  callIds: fc.constantFrom('own', 'own', 'repeated', 'none'),
  keepAliveAt: fc.constant(null),
  last: fc.constantFrom('nothing', 'usage', 'usage-with-role'),
} as const;

/** One answer, with any quirks of the server. */
const single: fc.Arbitrary<[Attempt[], Habits]> = fc.tuple(
  attempt.map((one) => [one]),
  fc.oneof(
    fc.record<Habits>({
      ...common,
      ids: fc.constantFrom('one', 'none', 'each'),
      roles: fc.constantFrom('first', 'each'),
      indices: fc.constantFrom('counted', 'zero', 'none'),
    }),
    fc.record<Habits>({
      ...common,
      ids: fc.constantFrom('one', 'none', 'each'),
      roles: fc.constant('first'),
      indices: fc.constant('counted'),
      keepAliveAt: fc.nat(999),
    }),
  ),
);

/** Two or three answers in one stream. */
const several: fc.Arbitrary<[Attempt[], Habits]> = fc.oneof(
  fc.tuple(
    attemptsWithCalls,
    fc.record<Habits>({
      ...common,
      ids: fc.constantFrom('attempt', 'one', 'none', 'late', 'each'),
      roles: fc.constantFrom('first', 'each'),
      indices: fc.constantFrom('counted', 'zero', 'none'),
    }),
  ),
  fc.tuple(
    attemptsByRole,
    fc.record<Habits>({
      ...common,
      ids: fc.constant('attempt'),
      roles: fc.constant('first'),
      indices: fc.constantFrom('counted', 'zero', 'none'),
    }),
  ),
);

/** A failure in each dialect, with the lines before it. */
const FAILURES: [object | string, ...string[]][] = [
  [{ error: { message: 'Out of memory', code: 500 } }],
  [{ error: 'Out of memory' }],
  [[{ error: { code: 429, message: 'Slow down' } }]],
  [{ errors: [{ message: 'Overloaded', code: 503 }] }],
  [{ object: 'error', message: 'The engine is dead', code: 500 }],
  [{ detail: 'Internal Server Error' }],
  [{ detail: [{ loc: ['body'], msg: 'Too long' }] }],
  [{ success: false, message: 'No' }],
  [{ message: 'Internal server error' }],
  [{ error_code: 336_501, error_msg: 'Rate limit' }],
  [{ base_resp: { status_code: 1_008, status_msg: 'No balance' } }],
  [{ message: 'No', status: 503 }, 'event: error'],
  ['Out of memory', 'event: error'],
  [{ choices: [{ index: 0, delta: {}, error: { message: 'No' } }] }],
  [{ choices: [{ index: 0, delta: { error: { message: 'No' } } }] }],
  [{ choices: [{ index: 0, delta: { content: 'so' }, finish_reason: 'error' }] }],
  [{ error: { type: 'proxy_all_credentials_exhausted', details: { normal_error_summary: '1 rate_limit' } } }],
];

/** Lines that keep a connection alive without content. */
const KEEP_ALIVES = [
  [],
  [],
  [],
  [],
  [': waiting', ''],
  ['data:', ''],
  ['event: ping', ''],
  ['event: ping', 'data', ''],
  ['data: null', ''],
  ['data: ping', '', 'data: []', ''],
];

/** Streams of one to three attempts; more than one are unclear. */
export const scenario: fc.Arbitrary<StreamScenario> = fc
  .tuple(
    fc.oneof(single, several),
    fc.option(fc.constantFrom(...FAILURES), { freq: 4 }),
    fc.constantFrom(...KEEP_ALIVES),
  )
  .map(([[outcomes, habits], failure, keepAlive]) => {
    const last = outcomes.length - 1;
    const attempts = outcomes.flatMap((one, number) => {
      const deltas = deltasOf(one, { habits, number, isLast: number === last });
      return deltas.map((delta) => ({ number, delta }));
    });
    const events = [
      ...withKeepAlive(attempts, habits).map(({ number, delta }) => ({
        number,
        choice: { index: 0, delta },
      })),
      { number: last, choice: { index: 0, delta: {}, finish_reason: 'stop' } },
    ].map(({ number, choice }, at) => ({ ...idOf(habits, number, at), choices: [choice] }));
    const written = events.map((value) => scenarioEvent(value, keepAlive));
    if (failure !== null) {
      const [value, ...before] = failure;
      const expected = last === 0 ? 'failure' : 'unclear';
      return { events: [...written.slice(0, -1), scenarioEvent(value, before)], expected };
    }
    return {
      events: [...written, ...lastOf(habits)],
      expected: expectedOf(outcomes),
    };
  });

function idOf({ ids }: Habits, number: number, at: number): object {
  switch (ids) {
    case 'attempt':
      return { id: `answer-${number}` };
    case 'one':
      return { id: 'answer' };
    case 'none':
      return {};
    case 'late':
      return number === 0 ? {} : { id: 'answer' };
    case 'each':
      return { id: `event-${at}` };
  }
}

function withKeepAlive<Event extends { delta: object }>(events: Event[], { keepAliveAt }: Habits): Event[] {
  const [first] = events;
  if (keepAliveAt === null || first === undefined) return events;
  const at = Math.floor((events.length * keepAliveAt) / 1_000) + 1;
  return events.toSpliced(at, 0, { ...first, delta: { role: 'assistant', content: '' } });
}

/** After the finish reason. */
function lastOf({ last }: Habits): ScenarioEvent[] {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const choice = { index: 0, delta: { role: 'assistant', content: '' } };
  if (last === 'nothing') return [];
  return [scenarioEvent({ id: 'usage', choices: last === 'usage' ? [] : [choice], usage })];
}

function scenarioEvent(value: unknown, before: readonly string[] = []): ScenarioEvent {
  return {
    piece: typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'json', value },
    before,
  };
}

/** At least two events, so that the attempt's id differs from those of single events. */
function deltasOf(
  { hasRole, reasoning, cuts, form, calls, isCutOff, ...text }: Attempt,
  { habits, number, isLast }: { habits: Habits; number: number; isLast: boolean },
): object[] {
  const isFirst = hasRole || number === 0;
  const characters = [...textOf(text, isFirst ? '' : 'x')];
  const deltas = [
    isFirst ? { role: 'assistant', content: '' } : { content: 'x' },
    ...reasoning.map((one) => ({ reasoning_content: one })),
    ...cutAt(characters, placesIn(characters, cuts))
      .filter(({ length }) => length > 0)
      .map((one) => ({ content: formed(one.join(''), form) })),
    ...calls.flatMap((one, at) => {
      const isCut = isCutOff && !isLast && at === calls.length - 1;
      return partsOf(one, habits, { number, at, isCut });
    }),
  ];
  return habits.roles === 'each' ? deltas.map((delta) => ({ ...delta, role: 'assistant' })) : deltas;
}

function partsOf(
  { name, args, index, id, isObject, isEmptyFirst }: Call,
  { indices, callIds }: Habits,
  { number, at, isCut }: { number: number; at: number; isCut: boolean },
): object[] {
  const place = indices === 'zero' ? 0 : at;
  const ids = {
    own: typeof id === 'number' ? id * 100 + number * 10 + at : `${id}-${number}-${at}`,
    repeated: `call_${at}`,
    none: undefined,
  };
  const where = indices === 'none' ? {} : { index: index === 'text' ? `${place}` : place };
  const head = (text: unknown) => ({
    tool_calls: [{ ...where, id: ids[callIds], function: { name, arguments: text } }],
  });
  const whole = JSON.stringify(args);
  if (isCut) return [head(whole.slice(0, -1))];
  if (isEmptyFirst) return [head('{}'), { tool_calls: [{ ...where, function: { arguments: whole } }] }];
  return [head(isObject ? args : whole)];
}

/** The text with its tags; `begun` is already written. */
function textOf({ thought, words }: Pick<Attempt, 'thought' | 'words'>, begun: string): string {
  const said = `Yes${words.join('')}`;
  return thought === null || begun !== '' ? said : `<think>${thought}</think>\n${said}`;
}

function expectedOf([only, ...others]: readonly Attempt[]): Expected {
  if (only === undefined || others.length > 0) return 'unclear';
  const { thought, words, reasoning, calls } = only;
  return {
    content: `Yes${words.join('')}`,
    reasoning: reasoning.join('') + (thought ?? ''),
    calls: calls.map(({ name, args }) => ({ name, args })),
  };
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
