// @document
import { within } from '@testing-library/react/pure';
import { describe, expect, it } from 'vitest';
import { rejected } from '@/src/core/tools/call-results';
import { MAX_GROUPED_CALLS } from '@/src/panel/conversation/call-events';
import { storedEvents } from '@/src/panel/conversation/convert-message-to-events';
import type { RenderEvent } from '@/src/panel/conversation/render-event';
import type { Execution } from '@/src/schema/call';
import type { AssistantMessage, Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { ended, storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';
import { ShownEntry } from './shown-conversation';

const base = { chatId: 'c', runId: 'r', position: 0, createdAtMs: 0, discardedBy: null };

/** A call with its result; the tool's effect is `read` or `write`. */
interface Made {
  name: string;
  result: ToolResult;
  effect: 'read' | 'write';
}

const DONE: ToolResult = { success: true, message: 'Done.' };
const INVALID: ToolResult = { success: false, message: 'No pattern.', error_code: 'invalid_parameters' };
const UNKNOWN: ToolResult = { success: false, message: 'No such tool.', error_code: 'unknown_tool' };
const NO_MATCH: ToolResult = { success: false, message: 'No match.', error_code: 'no_match' };
const DENIED: ToolResult = { success: false, message: 'Not allowed.', error_code: 'denied_by_policy' };
const REFUSED: ToolResult = { success: false, message: 'Refused.', error_code: 'rejected_by_user' };

const read = (name: string, result: ToolResult): Made => ({ name, result, effect: 'read' });
const write = (name: string, result: ToolResult): Made => ({ name, result, effect: 'write' });
const USER = 'user';

/** The events of responses, each a list of calls; `USER` is a message of the user between them. */
function eventsOf(...responses: (readonly Made[] | typeof USER)[]): RenderEvent[] {
  const messages: Message[] = [];
  const executions: Execution[] = [];
  responses.forEach((calls, number) => {
    const id = `m${number}`;
    if (calls === USER) {
      messages.push({ ...base, id, runId: null, role: 'user', content: 'And?', changes: [], nonce: 'n' });
      return;
    }
    const toolCalls = calls.map(
      ({ name }, index): ToolCall => ({
        executionId: `${id}-${index}`,
        modelCallId: 'call',
        name,
        argumentsText: `{"n":${index}}`,
      }),
    );
    const response: AssistantMessage = {
      ...base,
      id,
      role: 'assistant',
      content: '',
      reasoning: '',
      reasoningMs: 0,
      toolCalls,
      finishReason: 'tool_calls',
      model: 'demo',
      seenStateHash: null,
    };
    messages.push(response);
    calls.forEach(({ name, result, effect }, index) => {
      const executionId = `${id}-${index}`;
      const row: ToolMessage = {
        ...base,
        id: `${executionId}-t`,
        role: 'tool',
        executionId,
        modelCallId: 'call',
        name,
        result,
        durationMs: 40,
        pageUpdate: null,
      };
      messages.push(row);
      executions.push({ id: executionId, effect } as Execution);
    });
  });
  return storedEvents({
    messages,
    executions,
    unanswered: [],
    run: storedRun(ended('completed')),
    opensWithPrompt: true,
  });
}

/** Each event's calls, with their attempts before them. */
const shape = (events: readonly RenderEvent[]) =>
  events.map((event) => {
    if (event.kind !== 'tool' && event.kind !== 'tool-group') return event.kind;
    const cards = event.kind === 'tool' ? [event.card] : event.calls.map(({ card }) => card);
    return cards.map(({ name, attempts }) => [...attempts.map(({ message }) => message), name].join(' < '));
  });

describe('the calls of one response', () => {
  it('are a group from two on, which begins where a single one would be', () => {
    const [single] = eventsOf([write('add', DONE)]);
    const [group] = eventsOf([write('add', DONE), write('add', DONE)]);
    expect([single?.kind, group?.kind]).toEqual(['tool', 'tool-group']);
    expect(group?.key).toBe(single?.key);
  });

  it('are not in a group with those of another response', () => {
    expect(shape(eventsOf([write('add', DONE)], [write('save', DONE)]))).toEqual([['add'], ['save']]);
  });

  it('are in folded groups but for the last ones, whose cards are created when they are opened', () => {
    const events = eventsOf(Array.from({ length: 1_000 }, () => write('add', DONE)));
    expect(events).toHaveLength(Math.ceil(1_000 / MAX_GROUPED_CALLS));
    const folded = events.map((event) => event.kind === 'tool-group' && event.isFolded);
    expect(folded).toEqual(events.map((event) => event !== events.at(-1)));
  });
});

describe('failed calls before one that succeeded', () => {
  it.each<[string, (readonly Made[] | typeof USER)[], ReturnType<typeof shape>]>([
    [
      'are its attempts if they were invalid or only read',
      [[read('find', INVALID)], [read('find', NO_MATCH)], [read('find', DONE)]],
      [
        [
          'The assistant wrote this call in a way that the tool can’t read, so it was not run. < No match. < find',
        ],
      ],
    ],
    [
      'are attempts of the first success if the tool is unknown',
      [[read('finds', UNKNOWN)], [read('find', DONE), read('list', DONE)]],
      [['There is no such tool, so the call was not run. < find', 'list']],
    ],
    [
      'stay visible if the success is of another tool',
      [[write('add', INVALID)], [write('remove', DONE)]],
      [['add'], ['remove']],
    ],
    [
      'stay visible if they were sent to the page to change it',
      [[write('add', NO_MATCH)], [write('add', DONE)]],
      [['add'], ['add']],
    ],
    [
      'stay visible if the user refused them',
      [[write('add', REFUSED)], [write('add', DONE)]],
      [['add'], ['add']],
    ],
    [
      'stay visible if the chat’s settings refused them, also those that only read',
      [[read('find', DENIED)], [read('find', DONE)]],
      [['find'], ['find']],
    ],
    [
      'stay visible if another call of their response succeeded',
      [[write('add', INVALID), write('add', DONE)], [write('add', DONE)]],
      [['add', 'add'], ['add']],
    ],
    ['stay visible in the same response', [[read('find', NO_MATCH), read('find', DONE)]], [['find', 'find']]],
    [
      'stay visible before another message of the user',
      [[read('find', INVALID)], USER, [read('find', DONE)]],
      [['find'], 'user', ['find']],
    ],
    [
      'stay visible if nothing succeeded',
      [[read('find', INVALID)], [read('find', INVALID)]],
      [['find'], ['find']],
    ],
  ])('%s', (_, responses, shown) => {
    expect(shape(eventsOf(...responses))).toEqual(shown);
  });
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
    show(eventsOf([write('add', DONE), write('save', REFUSED)])[0]);
    expect(page.shown.queryByText(/^2 calls: /)).toBeNull();
    expect(lines()).toEqual(['Done: add(0)', 'Not run: save(1) refused by you']);
  });

  it('calls that were refused alike are one line, which unfolds to them', () => {
    show(eventsOf(Array.from({ length: 20 }, () => write('add', rejected('too many at once'))))[0]);
    expect(lines()[0]).toBe('Not run: 20 changes refused by you: too many at once');
    expect(foldOf(/changes refused by you/).querySelectorAll('.tool-card')).toHaveLength(20);
  });

  it('a folded group has its cards once it is opened', async () => {
    show(eventsOf(Array.from({ length: 70 }, () => write('add', DONE)))[0]);
    const group = foldOf('60 calls: 60 done');
    expect(group.open).toBe(false);
    expect(lines()).toEqual([]);
    await page.user.click(page.shown.getByText('60 calls: 60 done'));
    expect(group.open).toBe(true);
    await expect.poll(lines).toHaveLength(60);
  });

  it('a single call has no group, its line has state and call, and its time is folded', () => {
    show(eventsOf([write('add', DONE)])[0]);
    expect(page.place.querySelector('.tool-list')).toBeNull();
    expect(lines()).toEqual(['Done: add(0)']);
    expect(page.shown.getByText('Done.')).toBeDefined();
    const details = foldOf('add');
    expect(details.open).toBe(false);
    expect(details.querySelector('summary')?.textContent).toBe('add 40 ms');
  });

  it('attempts are folded within the card of the call that succeeded', () => {
    show(eventsOf([read('find', INVALID)], [read('find', DONE)])[0]);
    expect(lines()).toEqual(['Done: find(0)', 'Failed: find(0)']);
    const fold = foldOf('1 earlier attempt');
    expect(fold.open).toBe(false);
    expect(within(fold).getByText('No pattern.')).toBeDefined();
  });
});
