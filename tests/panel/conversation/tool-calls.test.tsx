// @document
import { within } from '@testing-library/react/pure';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rejected } from '@/src/core/tools/call-results';
import { MAX_GROUPED_CALLS } from '@/src/panel/conversation/call-events';
import { storedEvents } from '@/src/panel/conversation/convert-message-to-events';
import { type CallRecords, earlierAttempts } from '@/src/panel/conversation/earlier-attempts';
import type { RenderEvent } from '@/src/panel/conversation/render-event';
import type { ToolCardModel } from '@/src/panel/conversation/tool-card-model';
import type { Execution } from '@/src/schema/call';
import type { Message } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import type { ToolResult } from '@/src/schema/tool-result';
import { wordsOf } from '@/src/texts/i18n';
import { assistantMessage, toolMessage, userMessage } from '../stored-messages';
import { ended, storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';
import { ShownEntry } from './shown-conversation';

/** A call with its result (null while the call runs) and the effect of its tool. */
interface Made {
  name: string;
  /** The value of the call's argument. If it is missing, the argument is the call's index in its response. */
  target?: string;
  result: ToolResult | null;
  effect: 'read' | 'write' | 'commit';
}

const DONE: ToolResult = { success: true, message: 'Done.' };
const INVALID: ToolResult = { success: false, message: 'No pattern.', error_code: 'invalid_parameters' };
const UNKNOWN: ToolResult = { success: false, message: 'No such tool.', error_code: 'unknown_tool' };
const NO_MATCH: ToolResult = { success: false, message: 'No match.', error_code: 'no_match' };
const NOT_FOUND: ToolResult = { success: false, message: 'No such rule.', error_code: 'rule_not_found' };
const INVALID_PATTERN: ToolResult = { success: false, message: 'No glob.', error_code: 'invalid_pattern' };
const CUT_OFF: ToolResult = { success: false, message: 'Cut off.', error_code: 'cut_off' };
const PAGE_REFUSED: ToolResult = { success: false, message: 'Not signed in.', error_code: 'page_refused' };
const UNCERTAIN: ToolResult = { success: false, message: 'Unknown.', error_code: 'outcome_unknown' };
const DENIED: ToolResult = { success: false, message: 'Not allowed.', error_code: 'denied_by_policy' };
const REFUSED: ToolResult = { success: false, message: 'Refused.', error_code: 'rejected_by_user' };

const read = (name: string, result: Made['result']): Made => ({ name, result, effect: 'read' });
const write = (name: string, result: Made['result']): Made => ({ name, result, effect: 'write' });
const commit = (name: string, result: Made['result']): Made => ({ name, result, effect: 'commit' });
/** The same call with another argument, as if it was about something else. */
const other = (made: Made): Made => ({ ...made, target: 'other' });
/** Messages of the user: `USER` starts another run, `QUEUED` reaches the run while it works. */
const USER = 'user';
const QUEUED = 'queued';

/** Responses, each a call or a list of calls; an empty list is an answer without calls. */
type Responses = readonly (Made | readonly Made[] | typeof USER | typeof QUEUED)[];

const INVALID_ADD = write('add', INVALID);
const ADDED = write('add', DONE);
const LISTED = read('list', DONE);
const FOUND = read('find', DONE);

/** Returns the entries that are shown for these responses once their run has ended. */
const eventsOf = (...responses: Responses) => eventsDuring(ended('completed'), responses);

/** Returns the entries that are shown for these responses; the last responses belong to a run with this status. */
function eventsDuring(status: RunStatus, responses: Responses): RenderEvent[] {
  const record = recordOf(status, responses);
  return storedEvents({ ...record, unanswered: [], opensWithPrompt: true });
}

function recordOf(status: RunStatus, responses: Responses): CallRecords {
  const messages: Message[] = [];
  const executions: Execution[] = [];
  responses.forEach((response, number) => {
    const id = `m${number}`;
    // The runs are numbered from the end, so that the last one is that of `storedRun`.
    const later = responses.slice(number + 1).filter((each) => each === USER).length;
    const runId = later === 0 ? 'r' : `r${later}`;
    if (response === USER || response === QUEUED) {
      messages.push(userMessage({ id, runId }));
      return;
    }
    const calls = [response].flat();
    const toolCalls = calls.map(({ name, target }, index) => ({
      executionId: `${id}-${index}`,
      modelCallId: 'call',
      name,
      argumentsText: JSON.stringify({ n: target ?? index }),
    }));
    const content = calls.length === 0 ? 'So be it.' : '';
    messages.push(assistantMessage({ id, runId, content, toolCalls }));
    calls.forEach(({ name, result, effect }, index) => {
      const executionId = `${id}-${index}`;
      executions.push({ id: executionId, effect: result === UNKNOWN ? null : effect } as Execution);
      if (result === null) return;
      messages.push(
        toolMessage({ id: `${executionId}-t`, runId, executionId, name, result, durationMs: 40 }),
      );
    });
  });
  return { messages, executions, run: storedRun(status) };
}

/**
 * The events as text, such as `list: No pattern. < add + list | answer`: “|” separates events, “+” the calls of a group, and “<” follows a
 * failed attempt of the call after it.
 */
const shape = (events: readonly RenderEvent[]): string =>
  events
    .filter(({ kind }) => kind !== 'system-prompt')
    .map((event) => {
      const cards = cardsOf(event);
      if (cards.length === 0) return event.kind;
      return cards.map(({ name, attempts }) => [...attempts.map(callOf), name].join(' < ')).join(' + ');
    })
    .join(' | ');

const cardsOf = (event: RenderEvent) => {
  if (event.kind === 'tool') return [event.card];
  return event.kind === 'tool-group' ? event.calls.map(({ card }) => card) : [];
};

/** The name of a failed attempt with the message of its result. */
const callOf = ({ name, told, message }: ToolCardModel) => `${name}: ${told ?? wordsOf(message ?? '')}`;

describe('the calls of one response', () => {
  it('are a group from two on, which begins where a single one would be', () => {
    const [single] = eventsOf(ADDED);
    const [group] = eventsOf([ADDED, ADDED]);
    expect([single?.kind, group?.kind]).toEqual(['tool', 'tool-group']);
    expect(group?.key).toBe(single?.key);
  });

  it('are not in a group with those of another response', () => {
    expect(shape(eventsOf(ADDED, [write('save', DONE)]))).toEqual('add | save');
  });

  it('are in folded groups but for the last ones, whose cards are created when they are opened', () => {
    const events = eventsOf(Array<Made>(1_000).fill(ADDED));
    expect(events).toHaveLength(Math.ceil(1_000 / MAX_GROUPED_CALLS));
    const folded = events.map((event) => event.kind === 'tool-group' && event.isFolded);
    expect(folded).toEqual(events.map((event) => event !== events.at(-1)));
  });
});

const PROCESSING: RunStatus = { state: 'processing' };

// In these titles, "they" are the failed calls, and "it" is the later call.
describe('failed calls before a later call', () => {
  it.each<[string, Responses, string]>([
    [
      'are its attempts if they were invalid reads, or found nothing, and it is of the same tool',
      [read('find', INVALID), read('find', NO_MATCH), FOUND],
      'find: No pattern. < find: No match. < find',
    ],
    [
      'are its attempts if their tool is unknown, and it is a change',
      [write('adds', UNKNOWN), [ADDED, write('apply', DONE)]],
      'adds: No such tool. < add + apply',
    ],
    [
      'are its attempts if their tool is unknown, and it is a read',
      [read('lists', UNKNOWN), read('lists', UNKNOWN), LISTED, ADDED],
      'lists: No such tool. < lists: No such tool. < list | add',
    ],
    [
      'stay visible if their tool is unknown, and it is of one of Steward’s own tools',
      [read('lists', UNKNOWN), read('wait', DONE)],
      'lists | wait',
    ],
    [
      'are its attempts if they were cut off, even if its arguments differ',
      [write('add', CUT_OFF), other(ADDED)],
      'add: Cut off. < add',
    ],
    [
      'are its attempts if they were invalid, and it is of another tool with the same effect',
      [INVALID_ADD, INVALID_ADD, [write('apply', DONE), write('save', DONE)]],
      'add: No pattern. < add: No pattern. < apply + save',
    ],
    [
      'are its attempts if their target didn’t exist, and it has the same arguments',
      [write('remove', NOT_FOUND), write('remove', DONE)],
      'remove: No such rule. < remove',
    ],
    [
      'are its attempts if reads are between them and it',
      [write('remove', INVALID), LISTED, other(write('remove', DONE))],
      'list | remove: No pattern. < remove',
    ],
    [
      'are its attempts if they are reads that the page refused, and it has the same arguments',
      [read('find', PAGE_REFUSED), FOUND],
      'find: Not signed in. < find',
    ],
    [
      'are its attempts if they were invalid commits, and it is a commit, even after a write in between',
      [commit('save', INVALID), ADDED, other(commit('save', DONE))],
      'add | save: No pattern. < save',
    ],
    [
      'are its attempts even if the page refuses it',
      [INVALID_ADD, write('add', PAGE_REFUSED)],
      'add: No pattern. < add',
    ],
    [
      'are its attempts if other calls of their response succeeded, and it is of the same tool',
      [[INVALID_ADD, ADDED], LISTED, ADDED],
      'add | list | add: No pattern. < add',
    ],
    [
      'are its attempts if a queued message of the user is between them and it',
      [INVALID_ADD, QUEUED, ADDED],
      'user | add: No pattern. < add',
    ],
    [
      'stay visible if other calls of their response succeeded, and it is of another tool',
      [[INVALID_ADD, ADDED], write('save', DONE)],
      'add + add | save',
    ],
    [
      'stay visible if their target didn’t exist, and it has other arguments',
      [write('remove', NOT_FOUND), other(write('remove', DONE)), ADDED],
      'remove | remove | add',
    ],
    [
      'stay visible if a value was invalid, and it has other arguments',
      [write('add', INVALID_PATTERN), other(ADDED)],
      'add | add',
    ],
    [
      'stay visible if they are reads that the page refused, and it has other arguments',
      [read('find', PAGE_REFUSED), other(FOUND)],
      'find | find',
    ],
    [
      'stay visible if they are writes, and it is a commit',
      [INVALID_ADD, commit('save', DONE)],
      'add | save',
    ],
    [
      'stay visible if they are commits, and it is only a write',
      [commit('save', INVALID), ADDED],
      'save | add',
    ],
    ...[REFUSED, DENIED].map((prevented): [string, Responses, string] => [
      `stay visible if it was refused: ${prevented.error_code}`,
      [INVALID_ADD, write('add', prevented)],
      'add | add',
    ]),
    [
      'stay visible if they are writes, and it is a read',
      [write('remove', NOT_FOUND), LISTED],
      'remove | list',
    ],
    [
      'stay visible if it is of one of Steward’s own tools, which have no card',
      [INVALID_ADD, read('wait', DONE)],
      'add | wait',
    ],
    [
      'stay visible if they found nothing, and it is of another tool',
      [read('find', NO_MATCH), LISTED],
      'find | list',
    ],
    ['stay visible if they are writes that had nothing to do', [write('add', NO_MATCH), ADDED], 'add | add'],
    [
      'stay visible if they are writes that the page refused, or whose outcome is unknown',
      [write('add', PAGE_REFUSED), write('add', UNCERTAIN), ADDED],
      'add | add | add',
    ],
    ['stay visible if the user refused them', [write('add', REFUSED), ADDED], 'add | add'],
    [
      'stay visible if the chat’s settings refused them, also those that only read',
      [read('find', DENIED), FOUND],
      'find | find',
    ],
    ['stay visible in the same response', [[read('find', NO_MATCH), FOUND]], 'find + find'],
    [
      'stay visible before another message of the user',
      [read('find', INVALID), USER, FOUND],
      'find | user | find',
    ],
    [
      'stay visible if an answer without calls is between them and it',
      [INVALID_ADD, [], ADDED],
      'add | answer | add',
    ],
    ['stay visible if it failed as well', [read('find', INVALID), read('find', INVALID)], 'find | find'],
  ])('%s', (_, responses, shown) => {
    expect(shape(eventsOf(...responses))).toEqual(shown);
  });
});

describe('failed calls that nothing has corrected yet', () => {
  const asks = (reason: 'question' | 'loop-detected' | 'round-limit'): RunStatus => ({
    state: 'waiting-for-user-input',
    reason,
  });
  const invalid = [INVALID_ADD, INVALID_ADD];

  it.each<[string, RunStatus, Responses, string]>([
    ['have no entry while the run works', PROCESSING, invalid, ''],
    ['have one while the run is paused', { state: 'paused', before: PROCESSING }, invalid, 'add | add'],
    ['have one while the run waits for an endpoint', { state: 'waiting-for-endpoint' }, invalid, 'add | add'],
    ['have none if their target didn’t exist', PROCESSING, [write('remove', NOT_FOUND)], ''],
    ['have none while the assistant asks the user', asks('question'), invalid, ''],
    [
      'have none, while successful calls of their response have one',
      PROCESSING,
      [[INVALID_ADD, ADDED]],
      'add',
    ],
    ['have none if they found nothing', PROCESSING, [read('find', NO_MATCH)], ''],
    [
      'are shown as attempts of a call that is still running',
      PROCESSING,
      [...invalid, write('apply', null)],
      'add: No pattern. < add: No pattern. < apply',
    ],
    ['have one if the page refused them', PROCESSING, [read('find', PAGE_REFUSED)], 'find'],
    ['have one if the user refused them', PROCESSING, [write('add', REFUSED)], 'add'],
    ['have one if their outcome is unknown', PROCESSING, [write('add', UNCERTAIN)], 'add'],
    ['have one if they belong to an earlier run', PROCESSING, [...invalid, USER], 'add | add | user'],
    ['have one if a loop was detected', asks('loop-detected'), invalid, 'add | add'],
    ['have one if the run reached its limit of rounds', asks('round-limit'), invalid, 'add | add'],
    ['have one if the run ended with an error', ended('error'), invalid, 'add | add'],
    ['have one if the run was stopped', ended('stopped'), invalid, 'add | add'],
  ])('%s', (_, status, responses, shown) => {
    expect(shape(eventsDuring(status, responses))).toEqual(shown);
  });

  it.each<[boolean, string, RunStatus, Responses]>([
    [false, 'one attempt', PROCESSING, [INVALID_ADD]],
    [true, 'two attempts', PROCESSING, invalid],
    [true, 'two attempts at different calls', PROCESSING, [read('find', NO_MATCH), INVALID_ADD]],
    [false, 'two attempts and their correction', PROCESSING, [...invalid, ADDED]],
    [false, 'two attempts, if the run ended with an error', ended('error'), invalid],
    [
      false,
      'two reads that the page refused',
      PROCESSING,
      [read('find', PAGE_REFUSED), read('find', PAGE_REFUSED)],
    ],
  ])('set isRetrying to %s after %s', (isRetrying, _, status, responses) => {
    expect(earlierAttempts(recordOf(status, responses)).isRetrying).toBe(isRetrying);
  });
});

it('each call is shown once when the run is over, and no error of the model is shown while the run works', () => {
  const results = [
    DONE,
    INVALID,
    INVALID_PATTERN,
    CUT_OFF,
    UNKNOWN,
    NO_MATCH,
    NOT_FOUND,
    PAGE_REFUSED,
    UNCERTAIN,
    DENIED,
    REFUSED,
  ];
  const made = fc
    .tuple(fc.constantFrom('find', 'add', 'save'), fc.constantFrom(...results))
    .map(([name, result]) => (name === 'find' ? read : write)(name, result));
  const responses = fc.array(
    fc.oneof(fc.constant(USER), fc.constant(QUEUED), fc.array(made, { maxLength: 3 })),
  );
  fc.assert(
    fc.property(responses, (all) => {
      const counted = eventsOf(...all)
        .flatMap(cardsOf)
        .flatMap((card) => [card, ...card.attempts]);
      expect(counted).toHaveLength(all.flatMap((each) => (typeof each === 'string' ? [] : each)).length);
      const lastRun = all.slice(all.findLastIndex((each) => each === USER || each.length === 0) + 1);
      const failed = eventsDuring(PROCESSING, lastRun)
        .flatMap(cardsOf)
        .filter(({ state }) => state === 'failed');
      const facts = [PAGE_REFUSED.message, 'It is uncertain whether this took effect.'];
      expect(failed.filter(({ message }) => !facts.includes(wordsOf(message ?? '')))).toEqual([]);
    }),
  );
});

describe('on the panel', () => {
  const page = withRendering();
  const show = (event: RenderEvent | undefined) => {
    if (event === undefined) throw new Error('no event');
    page.render(<ShownEntry item={event} />);
  };

  const lines = () => [...page.place.querySelectorAll('.tool-line')].map((line) => line.textContent);
  /** The `details` element whose summary contains this text. Null if there is none, so that the caller's assertion fails. */
  const foldOf = (line: RegExp | string) =>
    page.shown.getByText(line).closest('details') as HTMLDetailsElement;

  it('a group is one line for each call', () => {
    show(eventsOf([ADDED, write('save', REFUSED)])[0]);
    expect(page.shown.queryByText(/^2 calls: /)).toBeNull();
    expect(lines()).toEqual(['Done: add(0)', 'Not run: save(1) refused by you']);
  });

  it('calls that were refused alike are one line, which unfolds to them', () => {
    show(eventsOf(Array<Made>(20).fill(write('add', rejected('too many at once'))))[0]);
    expect(lines()[0]).toBe('Not run: 20 changes refused by you: too many at once');
    expect(foldOf(/changes refused by you/).querySelectorAll('.tool-card')).toHaveLength(20);
  });

  it('a folded group has its cards once it is opened', async () => {
    show(eventsOf(Array<Made>(70).fill(ADDED))[0]);
    const group = foldOf('60 calls: 60 done');
    expect(group.open).toBe(false);
    expect(lines()).toEqual([]);
    await page.user.click(page.shown.getByText('60 calls: 60 done'));
    expect(group.open).toBe(true);
    await expect.poll(lines).toHaveLength(60);
  });

  it('a single call has no group, its line has state and call, and its time is folded', () => {
    show(eventsOf(ADDED)[0]);
    expect(page.place.querySelector('.tool-list')).toBeNull();
    expect(lines()).toEqual(['Done: add(0)']);
    expect(page.shown.getByText('Done.')).toBeDefined();
    const details = foldOf('add');
    expect(details.open).toBe(false);
    expect(details.querySelector('summary')?.textContent).toBe('add 40 ms');
  });

  it('attempts are folded within the card of the call that succeeded', () => {
    show(eventsOf(read('find', INVALID), FOUND)[0]);
    expect(lines()).toEqual(['Done: find(0)', 'Failed: find(0)']);
    const fold = foldOf('1 earlier attempt');
    expect(fold.open).toBe(false);
    expect(within(fold).getByText('No pattern.')).toBeDefined();
  });
});
