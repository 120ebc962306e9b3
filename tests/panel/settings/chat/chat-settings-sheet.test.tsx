// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { splitRequest } from '@/src/core/history/request-parts';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { type Command, commandSchema } from '@/src/messages/commands';
import { ChatSettingsSheet } from '@/src/panel/settings/chat/chat-settings-sheet';
import type { Chat } from '@/src/schema/chat';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { SentRequest } from '@/src/schema/sent-request';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);
let sent: Command[];
let reply: unknown;
const onOpenCosts = vi.fn();

beforeEach(async () => {
  await Promise.all(writer.tables.map((table) => table.clear()));
  stubDialogs();
  reply = ACCEPTED;
  sent = stubBackground(() => reply);
});

/** The command that changes only these settings. */
const setting = (patch: object) => ({ type: 'set-settings', chatId: 'c', patch });

function chatWith(sending: Partial<ChatSettings>): Chat {
  const settings = { ...newChatSettings(), connectionId: 'k', model: 'demo/one', ...sending };
  return newChat({ id: 'c', title: 'Filter', atMs: 0, binding: null, settings, lastStateHash: null });
}

async function show(sending: Partial<ChatSettings> = {}) {
  await act(async () => {
    rendering.render(
      <ChatSettingsSheet
        chat={chatWith(sending)}
        run={null}
        endpointSizeTokens={null}
        unfolded={null}
        onOpenCosts={onOpenCosts}
        onClose={() => undefined}
      />,
    );
  });
  await settle();
}

/** Lets stored values arrive. */
async function settle() {
  for (let turn = 0; turn < 5; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
}

/** Waits until this is shown, as after a part of the panel was loaded on demand. */
const shows = (words: RegExp) => rendering.shown.findByText(words);

const field = <Element extends HTMLElement = HTMLInputElement>(label: string) =>
  rendering.shown.getByLabelText<Element>(label);
/** The checkbox whose accessible name begins with this label; the explanation follows in the name. */
const box = (label: string) =>
  rendering.shown.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${label}`) });
const tick = (label: string) => rendering.user.click(box(label));
const choose = (label: string, value: string) => rendering.user.selectOptions(field(label), value);

/** Enters a value, and moves the focus out of the field. */
async function enter(label: string, value: string) {
  await rendering.enter(field(label), value);
  await rendering.user.tab();
}

describe('the settings for what is sent', () => {
  it('are those of a new chat at first: everything off', async () => {
    await show();
    expect(box('Forget old tool calls').checked).toBe(false);
    expect(box('Shorten old tool results').checked).toBe(false);
    expect(box('Leave out the oldest').checked).toBe(false);
    expect(field<HTMLSelectElement>('Prompt caching (saves costs)').value).toBe('all-off');
  });

  it('have a further field only while they are on', async () => {
    const more = ['Turns to remember', 'Longest old result, in characters', 'Budget of a request, in tokens'];
    await show();
    for (const label of more) expect(rendering.shown.queryByLabelText(label)).toBeNull();
    await show({
      toolMemory: { enabled: true, forgetAfterConclusions: 1 },
      toolResultAgeing: { enabled: true, limitCharacters: 4_000 },
      trimOldest: { enabled: true, budgetTokens: 180_000 },
    });
    expect(more.map((label) => field(label).value)).toEqual(['1', '4000', '180000']);
  });

  it('have a drop-down of 0 to 5 turns, with what it means as a tooltip', async () => {
    await show({ toolMemory: { enabled: true, forgetAfterConclusions: 3 } });
    const select = field<HTMLSelectElement>('Turns to remember');
    expect([...select.options].map(({ value }) => value)).toEqual(['0', '1', '2', '3', '4', '5']);
    const tooltips = rendering.shown.getAllByTitle(/^forget/).map(({ title }) => title);
    expect(tooltips).toEqual(['forget after 3 turns', 'forget after 3 turns']);
  });

  const on = { enabled: true };
  it.each<[string, () => Promise<void>, Partial<ChatSettings>, Partial<ChatSettings>]>([
    [
      'tool memory is switched on',
      () => tick('Forget old tool calls'),
      {},
      { toolMemory: { ...on, forgetAfterConclusions: 1 } },
    ],
    [
      'a number of turns is chosen',
      () => choose('Turns to remember', '0'),
      { toolMemory: { ...on, forgetAfterConclusions: 1 } },
      { toolMemory: { ...on, forgetAfterConclusions: 0 } },
    ],
    [
      'ageing is switched on',
      () => tick('Shorten old tool results'),
      {},
      { toolResultAgeing: { ...on, limitCharacters: 4_000 } },
    ],
    [
      'a limit is entered',
      () => enter('Longest old result, in characters', '500'),
      { toolResultAgeing: { ...on, limitCharacters: 4_000 } },
      { toolResultAgeing: { ...on, limitCharacters: 500 } },
    ],
    [
      'trimming is switched on',
      () => tick('Leave out the oldest'),
      {},
      { trimOldest: { ...on, budgetTokens: 180_000 } },
    ],
    [
      'a budget is entered',
      () => enter('Budget of a request, in tokens', '60000'),
      { trimOldest: { ...on, budgetTokens: 180_000 } },
      { trimOldest: { ...on, budgetTokens: 60_000 } },
    ],
    [
      'a cache mode is chosen',
      () => choose('Prompt caching (saves costs)', 'cached'),
      {},
      { cacheMode: 'cached' },
    ],
  ])('are stored at once if %s', async (_, act, before, after) => {
    await show(before);
    await act();
    expect(sent).toEqual([setting(after)]);
  });

  it.each([
    ['Longest old result, in characters', 'long', '500 to 20000'],
    ['Budget of a request, in tokens', '', '1000 to 10000000'],
  ])('are not stored if “%s” is %j: the note has the bounds', async (label, entered, bounds) => {
    await show({
      toolResultAgeing: { enabled: true, limitCharacters: 4_000 },
      trimOldest: { enabled: true, budgetTokens: 180_000 },
    });
    await enter(label, entered);
    expect(sent).toEqual([]);
    expect(rendering.shown.getByText(`Enter a whole number from ${bounds}.`)).toBeDefined();
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
  });

  it('return to the stored ones if storing fails, with the error', async () => {
    reply = {
      ok: false,
      error: { code: 'storage', message: 'It is full.', remedy: 'Delete something.', details: null },
    };
    await show();
    await tick('Forget old tool calls');
    await settle();
    expect(box('Forget old tool calls').checked).toBe(false);
    expect(rendering.shown.getByText('It is full.')).toBeDefined();
  });
});

describe('the limits', () => {
  const LIMITS = newChatSettings();
  const LABELS = {
    roundsPerRun: 'Steps before Steward asks to go on',
    invalidAttemptLimit: 'Give up after unusable answers',
    requestAttempts: 'Tries per request',
    retryDelaySeconds: 'Seconds before the second try',
    contextBudgetTokens: 'Most page data per request (tokens)',
    toolResultLimit: 'Longest tool result (characters)',
    checkpointLimit: 'Checkpoints',
  } as const satisfies Partial<Record<keyof typeof CHAT_SETTINGS, string>>;
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];

  it.each(names)('show %s with its default, and store it at once within its bounds', async (name) => {
    await show();
    const { min, max } = CHAT_SETTINGS[name];
    expect(field(LABELS[name]).value).toBe(String(LIMITS[name]));
    await enter(LABELS[name], String(min - 1));
    expect(rendering.shown.getByText(`Default: ${LIMITS[name].toLocaleString('en-US')}`)).toBeDefined();
    await enter(LABELS[name], String(max + 1));
    expect(sent).toEqual([]);
    await enter(LABELS[name], String(max));
    expect(sent).toEqual([setting({ [name]: max })]);
    expect(commandSchema.safeParse(setting({ [name]: max + 1 })).success).toBe(false);
    expect(commandSchema.safeParse(setting({ [name]: min - 1 })).success).toBe(false);
  });

  it.each(names)(
    'restore the default of %s on Reset, and only while another value is in use',
    async (name) => {
      await show({ [name]: LIMITS[name] + 1 });
      await rendering.press(`Reset: ${LABELS[name]}`);
      expect(sent).toEqual([setting({ [name]: LIMITS[name] })]);
      expect(document.activeElement).toBe(field(LABELS[name]));
      await show();
      expect(rendering.buttonNames()).not.toContain(`Reset: ${LABELS[name]}`);
    },
  );

  it('discard on Reset what was entered and can’t be stored', async () => {
    await show();
    await enter('Checkpoints', 'many');
    expect(rendering.shown.getByText('Enter a whole number from 2 to 1000000.')).toBeDefined();
    await rendering.press('Reset: Checkpoints');
    expect(field('Checkpoints').value).toBe('20000');
    expect(sent).toEqual([]);
  });

  it('have the switch for required tool calls, which is off at first and can be reset', async () => {
    await show();
    await tick('Require a tool call');
    expect(sent).toEqual([setting({ requireToolCall: true })]);
    await show({ requireToolCall: true });
    sent.length = 0;
    await rendering.press('Reset: Require a tool call in every answer');
    expect(sent).toEqual([setting({ requireToolCall: false })]);
  });
});

it.each([
  ['Generate a title', true, { generatesTitle: false }],
  ['Allow messages to other chats', false, { sendsMessages: true }],
])(
  'the switch “%s” is on (%s) at first, and stored at once when it is switched',
  async (label, isOn, patch) => {
    await show();
    expect(box(label).checked).toBe(isOn);
    await tick(label);
    expect(sent).toEqual([setting(patch)]);
  },
);

describe('a refusal of prompt caching', () => {
  const refusal = {
    connectionId: 'k',
    model: 'demo/one',
    atMs: 1,
    reason: 'HTTP 400: unknown field cache_control',
  };

  it('is shown beside the choice, with the endpoint’s reason and a way to try again', async () => {
    await writer.cacheRefusals.add(refusal);
    await show({ cacheMode: 'cached' });
    const refused = await shows(/^The endpoint refuses prompt caching/);
    expect(refused.textContent).toContain('caching for demo/one, so its requests');
    expect(rendering.shown.getByText('HTTP 400: unknown field cache_control')).toBeDefined();
    await rendering.press('Try caching again');
    expect(sent).toEqual([{ type: 'try-cache-marks', chatId: 'c' }]);
  });

  it.each<[string, object, ChatSettings['cacheMode']]>([
    ['the marks are off', refusal, 'all-off'],
    ['another model’s endpoint refused them', { ...refusal, model: 'demo/two' }, 'cached'],
    ['another connection’s endpoint refused them', { ...refusal, connectionId: 'other' }, 'cached'],
  ])('is not shown if %s', async (_, row, cacheMode) => {
    await writer.cacheRefusals.add({ ...refusal, ...row });
    await show({ cacheMode });
    expect(rendering.place.textContent).not.toContain('refuses prompt caching');
  });
});

describe('the last requests', () => {
  const request = (id: string, atMs: number, more: Partial<SentRequest>): SentRequest => ({
    id,
    chatId: 'c',
    runId: 'r',
    kind: 'response',
    messageId: 'm',
    atMs,
    model: 'demo/one',
    prompt: {
      parts: [
        {
          key: 'steward:role',
          section: 'Role',
          priority: 1,
          source: 'base',
          state: 'sent',
          text: 'Help.',
          tokens: 2,
        },
        {
          key: 'notes:domain',
          section: 'Role',
          priority: 1,
          source: 'adapter',
          state: 'excluded',
          text: '',
          tokens: 0,
        },
      ],
      problems: [],
    },
    messages: [
      { role: 'system', content: 'Help.' },
      { role: 'user', content: `Question at ${atMs}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'Added.' },
    ],
    tools: [{ type: 'function', function: { name: 'add', description: 'Adds.', parameters: {} } }],
    cacheMarks: [0, 1],
    snapshot: { id: 3, items: [{ key: 'page', hash: 'h', capturedAtMs: 90, isSent: true }] },
    omissions: [
      { what: 'calls', reason: 'tool-memory', count: 2, tools: ['A', 'B'] },
      { what: 'cache-mark', reason: 'endpoint-refused', count: 1, tools: [] },
    ],
    tokens: { systemPrompt: 2, tools: 10, messages: 1_234, total: 1_246 },
    ...more,
  });

  async function open(...requests: SentRequest[]) {
    for (const given of requests) {
      const { row, parts } = splitRequest(given);
      await writer.sentRequests.add(row);
      await writer.requestParts.bulkPut(parts);
    }
    await show();
    await rendering.press('Show last requests');
    await shows(requests.length > 0 ? /The newest twenty are kept/ : /no request yet/);
  }

  const itemOf = (element: HTMLElement) => element.closest('li')?.textContent ?? '';

  it('are listed newest first with model, tokens by part, marks, and what was left out with the reason', async () => {
    await open(
      request('s1', 1, {}),
      request('s2', 2, { kind: 'summary', runId: null, model: 'demo/two', cacheMarks: [], omissions: [] }),
    );
    const rows = (await rendering.shown.findAllByText(/^(Answer|Summary)$/)).map(itemOf);
    expect(rows[0]).toContain('Summary · demo/two');
    expect(rows[0]).toContain('Prompt cachingnone');
    expect(rows[0]).not.toContain('Left out');
    expect(rows[1]).toContain('Answer · demo/one');
    expect(rows[1]).toContain('1,246 tokens · 4 messages · 1 tool');
    expect(rows[1]).toContain('System prompt2 tokensTools10 tokensMessages1,234 tokens');
    expect(rows[1]).toContain('Prompt cachingup to messages 1 and 2');
    expect(rows[1]).toContain('2 calls that tool memory forgot: A and B');
    expect(rows[1]).toContain('Prompt caching: the endpoint refuses it');
  });

  it('have their contents, read when they are unfolded', async () => {
    await open(request('s1', 1, {}));
    expect(rendering.place.textContent).not.toContain('Question at 1.');
    await rendering.user.click(rendering.shown.getByText('Contents'));
    expect(itemOf(await shows(/^steward:role$/))).toBe('steward:role · sent · 2 tokens');
    const shown = (words: RegExp) => itemOf(rendering.shown.getByText(words));
    expect(shown(/^notes:domain$/)).toBe('notes:domain · left out by you · 0 tokens');
    expect(shown(/^2 · user$/)).toBe('2 · user · cached up to hereQuestion at 1.');
    expect(shown(/^Call of add/)).toContain('Call of add:{"a":1}');
    expect(shown(/^{ "name": "add"/)).toContain('"description": "Adds."');
  });

  it('are none in a new chat, and lead back to the settings', async () => {
    await open();
    expect(rendering.shown.getByText('This chat has sent no request yet.')).toBeDefined();
    await rendering.press('Back');
    expect(rendering.shown.queryByText('This chat has sent no request yet.')).toBeNull();
    expect(document.activeElement).toBe(rendering.button('Show last requests'));
  });
});

it('nothing in the sheet can be reset while all is as in a new chat', async () => {
  await show();
  expect(rendering.buttonNames().filter((name) => name.startsWith('Reset: '))).toEqual([]);
});

it('the sheet leads to the costs', async () => {
  await show();
  await rendering.press('Context and costs');
  expect(onOpenCosts).toHaveBeenCalledOnce();
});
