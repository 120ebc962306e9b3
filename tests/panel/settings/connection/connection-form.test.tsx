// @document
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { CommandOf } from '@/src/messages/commands';
import type { ConnectionCheck, ConnectionTestResult } from '@/src/messages/endpoint-commands';
import { ConnectionForm } from '@/src/panel/settings/connection/connection-form';
import type { Connection } from '@/src/schema/connection';
import { HOME } from '../../home-connection';
import { refusal, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const { button, buttonNames } = rendering;
const expectText = (text: string | RegExp) => expect(rendering.shown.getByText(text)).toBeDefined();
const expectFocus = (element: Element | null) => expect(document.activeElement).toBe(element);

const check = (step: ConnectionCheck['step'], fails = false): ConnectionCheck => ({
  step,
  verdict: fails ? 'failed' : 'passed',
  message: fails ? `The ${step} step failed.` : `The ${step} step is fine.`,
  remedy: fails ? `Mend ${step}.` : null,
});
const PASSED: ConnectionTestResult = {
  checks: [check('reachable')],
  addedPath: '',
  listed: 2,
  model: 'home/model',
};
const failedAt = (step: ConnectionCheck['step'], listed: number | null = null): ConnectionTestResult => ({
  ...PASSED,
  checks: [check(step, true)],
  listed,
  model: null,
});

/** Answers the oldest pending test of a connection. */
let end: (result: ConnectionTestResult) => Promise<void>;
let tested: CommandOf<'test-connection'>[];
let saved: CommandOf<'save-connection'>[];
let connected: unknown[];
let isAllowed: boolean;

beforeEach(() => {
  const open: ((reply: unknown) => void)[] = [];
  end = (value) => act(async () => open.shift()?.({ ok: true, value }));
  tested = [];
  saved = [];
  connected = [];
  isAllowed = true;
  stubBackground((command) => {
    if (command.type === 'save-connection') {
      saved.push(command);
      return { ok: true, value: { connectionId: 'new' } };
    }
    if (command.type === 'test-connection') tested.push(command);
    return new Promise((resolve) => open.push(resolve));
  });
  const permissions = { contains: async () => isAllowed, request: async () => isAllowed };
  Object.assign(browser, { permissions });
  HTMLElement.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.useRealTimers());

/** Renders the form, at first or after the stored connections have changed. */
const show = (connections: readonly Connection[], connectionId: string | null, proposal = '') =>
  act(async () =>
    rendering.render(
      <ConnectionForm
        connectionId={connectionId}
        connections={connections}
        proposal={proposal === '' ? null : proposal}
        address=""
        model={null}
        onConnected={(...given) => connected.push(given)}
      />,
    ),
  );
/** Renders the form of a stored connection. */
const showHome = () => show([HOME], 'k');

const { press } = rendering;
const field = (label: string) => rendering.shown.getByLabelText<HTMLInputElement>(label);

const type = (label: string, value: string) => rendering.enter(field(label), value);
/** Renders the form of a new connection, and connects to this address. */
async function connect(address: string) {
  await show([], null);
  await type('Address', address);
  await press('Connect');
}

/** The problems that are associated with a field. */
function problemsOf(label: string): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

describe('Connect', () => {
  it('tests the completed address, and saves it with the path and the model that the test found', async () => {
    await show([], null);
    await type('Address', '127.0.0.1:9350');
    await type('Key', 'sk-home');
    await press('Connect');
    const entered = { connectionId: null, label: '127.0.0.1:9350', key: 'sk-home' };
    expect(tested).toMatchObject([
      { connection: { ...entered, baseUrl: 'http://127.0.0.1:9350' }, model: null },
    ]);
    expect(saved).toEqual([]);
    await end({ ...PASSED, addedPath: '/v1' });
    expect(saved).toMatchObject([
      { connection: { ...entered, baseUrl: 'http://127.0.0.1:9350/v1' }, testedModel: 'home/model' },
    ]);
    expect(connected).toEqual([['new', 'home/model']]);
  });

  it.each([
    ['is unreachable', failedAt('reachable'), 'Address', 'The reachable step failed. Mend reachable.'],
    ['refuses the key', failedAt('key'), 'Key', 'The key step failed. Mend key.'],
    ['has no list of models', failedAt('models'), 'Address', 'The models step failed. Mend models.'],
    ['lists no models', failedAt('models', 0), 'Model', 'The models step failed. Mend models.'],
  ])(
    'says at the field what to do if the endpoint %s, and saves nothing',
    async (_, result, label, words) => {
      await connect('http://home/v1');
      await end(result);
      expectFocus(field(label));
      expect(problemsOf(label)).toContain(words);
      expect(rendering.shown.queryByRole('list', { name: 'Connection test' })).toBeNull();
      expect(buttonNames()).not.toContain('Copy');
      expect(saved).toEqual([]);
      expect(connected).toEqual([]);

      await type(label, 'http://elsewhere/v1');
      expect(problemsOf(label)).not.toContain(words);
    },
  );

  it.each([
    ['lists no models', failedAt('models', 0)],
    ['has no list of models', failedAt('models')],
    ['refuses the key for what it lists', failedAt('key', 1)],
    ['lists models that don’t answer', failedAt('streaming', 2)],
  ])(
    'tests with the model that is typed for an endpoint that %s, and can save it all the same',
    async (_, result) => {
      await connect('http://home/v1');
      await end(result);
      await type('Model', ' home/hidden ');
      await press('Connect');
      expect(tested[1]).toMatchObject({ model: 'home/hidden' });
      await end(result);
      await press('Save anyway');
      expect(saved).toMatchObject([
        { connection: { baseUrl: 'http://home/v1' }, testedModel: 'home/hidden' },
      ]);
      expect(connected).toEqual([['new', 'home/hidden']]);
    },
  );

  it('asks for no model while nothing answers at the address, and can save it all the same', async () => {
    await connect('http://home/v1');
    await end(failedAt('reachable'));
    expect(rendering.shown.queryByLabelText('Model')).toBeNull();
    await press('Save anyway');
    expect(connected).toEqual([['new', null]]);
  });

  it.each(['streaming', 'tools'] as const)(
    'lists the steps if that of %s fails, and Save anyway saves what was tested',
    async (step) => {
      await connect('http://home/v1');
      await end({ ...failedAt(step, 2), model: 'home/other' });
      expectText(`Mend ${step}.`);
      expect(saved).toEqual([]);
      await press('Save anyway');
      expect(saved).toMatchObject([{ connection: { baseUrl: 'http://home/v1' }, testedModel: 'home/other' }]);
      expect(connected).toEqual([['new', 'home/other']]);
    },
  );

  it.each([
    ['another scheme', 'ftp://home', 'isn’t an http or https address'],
    ['no address', 'home sweet home', 'isn’t an http or https address'],
    ['a key in the address', 'https://home/v1?key=1', 'something after its path'],
  ])('refuses %s at the field, and tests nothing', async (_, address, words) => {
    await connect(address);
    expect(problemsOf('Address')).toContain(words);
    expectFocus(field('Address'));
    expect(buttonNames()).not.toContain('Copy');
    expect(tested).toEqual([]);
  });

  it('says at the address if the browser allows no access to it, and tests nothing', async () => {
    isAllowed = false;
    await connect('home:4000');
    expect(problemsOf('Address')).toContain('Steward has no access to home:4000.');
    expect(tested).toEqual([]);
  });

  it('opens Advanced if a header in it can’t be sent', async () => {
    await show([], null);
    const advanced = rendering.shown.getByText(/^Advanced/).closest('details');
    expect(advanced?.open).toBe(false);
    await type('Address', 'http://home/v1');
    await type('Longest silence (seconds)', 'soon');
    await press('Connect');
    expect(advanced?.open).toBe(true);
    expect(problemsOf('Longest silence (seconds)')).toContain('A number from 1 to 3600, or nothing.');
  });

  it('moves a login from the address to its fields, and tests the address without it', async () => {
    await show([], null);
    await rendering.user.click(field('Address'));
    await rendering.user.paste('https://ann:secret@home/v1');
    expect(field('Address').value).toBe('https://home/v1');
    expect(field('User name (Basic authentication)').value).toBe('ann');
    expect(field('Password').value).toBe('secret');
    await press('Connect');
    expect(tested[0]?.connection).toMatchObject({
      baseUrl: 'https://home/v1',
      headers: [{ name: 'Authorization', value: 'Basic YW5uOnNlY3JldA==' }],
    });
  });
});

describe('a preset', () => {
  const presets = () => rendering.shown.getByRole<HTMLSelectElement>('combobox', { name: 'Known endpoints' });
  const choose = (name: string) => rendering.user.selectOptions(presets(), name);

  it.each([
    ['Ollama', 'http://127.0.0.1:11434/v1'],
    ['OpenRouter', 'https://openrouter.ai/api/v1'],
    ['This page’s proxy', 'http://page.test/v1'],
    ['Known endpoints', ''],
  ])('%s fills in its address, and the list keeps the focus for the arrow keys', async (name, address) => {
    await show([], null, 'http://page.test/v1');
    await choose('OpenAI');
    presets().focus();
    await choose(name);
    expect(field('Address').value).toBe(address);
    expectFocus(presets());
    expect(presets().value).toBe(address);
  });

  it('is the empty entry if the user typed another address', async () => {
    await show([], null);
    await choose('OpenAI');
    await type('Address', 'http://home/v1');
    expect(presets().value).toBe('');
  });

  it.each([
    ['stays if it was typed first', '', 'sk-typed'],
    ['is removed if it was typed for another address', 'http://other/v1', ''],
  ])('a key %s', async (_, address, expected) => {
    await show([], null);
    await type('Address', address);
    await type('Key', 'sk-typed');
    await choose('OpenAI');
    expect(field('Key').value).toBe(expected);
  });

  it('names the connection', async () => {
    await show([], null);
    await choose('OpenAI');
    await press('Connect');
    expect(tested).toMatchObject([{ connection: { label: 'OpenAI' } }]);
  });

  it('is not offered for a stored connection', async () => {
    await showHome();
    expect(rendering.shown.queryByRole('combobox', { name: 'Known endpoints' })).toBeNull();
  });
});

describe('a test', () => {
  it('that takes long can be cancelled; what it finds later is not saved, and another one can be begun', async () => {
    vi.useFakeTimers();
    await connect('http://home/v1');
    await act(async () => vi.advanceTimersByTimeAsync(1_999));
    expectText('Testing…');
    expect(buttonNames()).not.toContain('Cancel');
    await act(async () => vi.advanceTimersByTimeAsync(1));
    await press('Cancel');
    expect(rendering.shown.queryByText('Testing…')).toBeNull();
    expect(buttonNames()).not.toContain('Cancel');
    expectFocus(button('Connect'));

    await press('Connect');
    await end(PASSED);
    expect(saved).toEqual([]);
    await end(PASSED);
    expect(saved).toHaveLength(1);
  });

  it('that ends removes Cancel, and the focus is not lost with it', async () => {
    vi.useFakeTimers();
    await showHome();
    await press('Test connection');
    await act(async () => vi.advanceTimersByTimeAsync(2_000));
    button('Cancel').focus();
    await end(PASSED);
    expectFocus(button('Test connection'));
  });

  it('of a stored connection shows each step, saves nothing, and leaves the focus on its button; no second one begins meanwhile', async () => {
    await showHome();
    const again = button('Test connection');
    for (const _ of ['first', 'second']) {
      await press('Test connection');
      expectFocus(again);
      expect(again.getAttribute('aria-disabled')).toBe('true');
    }
    expect(tested).toHaveLength(1);
    await end(PASSED);
    expectText('The reachable step is fine.');
    expectText('Everything works.');
    expect(buttonNames()).not.toContain('Save anyway');
    expect(saved).toEqual([]);
  });

  it('of a form that was changed meanwhile is neither shown nor saved', async () => {
    await showHome();
    await type('Key', 'sk-new');
    await press('Save connection');
    await type('Address', 'http://elsewhere/v1');
    await end(PASSED);
    expect(rendering.shown.queryByText('The reachable step is fine.')).toBeNull();
    expect(saved).toEqual([]);
  });

  it.each([
    ['the address', [{ ...HOME, baseUrl: 'http://elsewhere/v1' }]],
    ['its connection', []],
  ])('is no longer shown when another window changes or deletes %s', async (_, connections) => {
    await showHome();
    await press('Test connection');
    await end(PASSED);
    expectText('Everything works.');
    await show(connections, 'k');
    expect(rendering.shown.queryByText('The reachable step is fine.')).toBeNull();
    expect(rendering.shown.queryByText('Everything works.')).toBeNull();
  });
});

describe('a connection that another window changes', () => {
  const CHANGED: Connection = {
    ...HOME,
    label: 'Away',
    headerNames: ['X-Team'],
    waits: { firstPieceMs: 5_000, pauseMs: null },
  };

  it('is shown in the fields that the user left alone, and is no change to save', async () => {
    await showHome();
    await show([CHANGED], 'k');
    expect(field('Name').value).toBe('Away');
    expect(field('Longest wait for the first word (seconds)').value).toBe('5');
    await press('Test connection');
    await end(PASSED);
    expect(saved).toEqual([]);
  });

  it('keeps these values when the user saves another field', async () => {
    await showHome();
    await type('Longest silence (seconds)', '7');
    await show([CHANGED], 'k');
    await press('Save connection');
    await end(PASSED);
    expect(saved).toMatchObject([
      {
        connection: {
          connectionId: 'k',
          label: 'Away',
          headers: [{ name: 'X-Team', value: null }],
          waits: { firstPieceMs: 5_000, pauseMs: 7_000 },
        },
      },
    ]);
  });
});

it('a connection that another window deletes is said to be deleted, and Connect adds what the form shows', async () => {
  await showHome();
  await type('Name', 'Mine');
  await show([], 'k');
  expectText(/^This connection was deleted in another window/);
  expect(field('Address').value).toBe('http://home/v1');
  await press('Connect');
  await end(PASSED);
  expect(saved).toMatchObject([
    { connection: { connectionId: null, label: 'Mine', baseUrl: 'http://home/v1' } },
  ]);
});

describe('a save', () => {
  /** Ends the save that was begun. */
  let reply: (reply: object) => Promise<void>;

  beforeEach(async () => {
    stubBackground((command) => {
      if (command.type === 'test-connection') return { ok: true, value: PASSED };
      if (command.type === 'save-connection') saved.push(command);
      return new Promise((resolve) => {
        reply = (value) => act(async () => resolve(value));
      });
    });
    await connect('http://home/v1');
    await type('Key', 'typed-meanwhile');
    await press('Connect');
  });

  it('under way is not begun again beside a change', async () => {
    expect(saved).toHaveLength(1);
    await reply({ ok: true, value: { connectionId: 'new' } });
    expect(connected).toEqual([['new', 'home/model']]);
  });

  it('that fails says so, and can be tried again', async () => {
    await reply(refusal('storage'));
    expectText('No.');
    await press('Connect');
    expect(saved[1]).toMatchObject({ connection: { connectionId: null, key: 'typed-meanwhile' } });
  });
});
