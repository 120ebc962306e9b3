// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
import { ConnectionForm } from '@/src/panel/settings/connection/connection-form';
import type { Connection } from '@/src/schema/connection';
import { HOME } from '../../home-connection';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const PASSED: ConnectionCheck = {
  step: 'reachable',
  verdict: 'passed',
  message: 'It answers.',
  remedy: null,
};

/** Ends each test that was begun, in order. */
let ends: ((checks: ConnectionCheck[]) => Promise<void>)[];
let saved: Command[];

beforeEach(() => {
  ends = [];
  saved = [];
  const sendMessage = async ({ command }: { command: Command }) => {
    if (command.type === 'test-connection') {
      return new Promise((resolve) => {
        ends.push((checks) => act(async () => resolve({ ok: true, value: { checks } })));
      });
    }
    saved.push(command);
    return { ok: true, value: { connectionId: 'new' } };
  };
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(browser, { permissions: { contains: async () => true, request: async () => true } });
  HTMLElement.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.useRealTimers());

/** Renders the form, at first or after the stored connections have changed. */
const show = (connections: readonly Connection[], connectionId: string | null) =>
  act(async () =>
    rendering.render(
      <ConnectionForm
        connectionId={connectionId}
        connections={connections}
        proposal={null}
        model={null}
        loadModels={async () => null}
        onConnected={() => undefined}
      />,
    ),
  );

const text = () => rendering.place.textContent;

function field(label: string): HTMLInputElement {
  const found = [...rendering.place.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  );
  const input = found?.control;
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}.`);
  return input;
}

const type = (label: string, value: string) =>
  act(async () => {
    const input = field(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('a test that takes long can be cancelled; what it finds later is not shown, and another one can be begun', async () => {
  vi.useFakeTimers();
  await show([HOME], 'k');
  await rendering.press('Test connection');
  await act(async () => vi.advanceTimersByTimeAsync(1_999));
  expect(text()).toContain('Testing…');
  expect(rendering.buttonNames()).not.toContain('Cancel');
  await act(async () => vi.advanceTimersByTimeAsync(1));
  await rendering.press('Cancel');
  expect(text()).not.toContain('Testing…');
  expect(rendering.buttonNames()).not.toContain('Cancel');
  expect(document.activeElement).toBe(rendering.button('Test connection'));

  await rendering.press('Test connection');
  await ends[0]?.([{ ...PASSED, message: 'From the first test.' }]);
  expect(text()).not.toContain('From the first test.');
  await ends[1]?.([PASSED]);
  expect(text()).toContain('It answers.');
});

it('a test that ends removes Cancel, and the focus is not lost with it', async () => {
  vi.useFakeTimers();
  await show([HOME], 'k');
  await rendering.press('Test connection');
  await act(async () => vi.advanceTimersByTimeAsync(2_000));
  rendering.button('Cancel').focus();
  await ends[0]?.([PASSED]);
  expect(document.activeElement).toBe(rendering.button('Test connection'));
});

it('the test button keeps the focus while it is busy, and begins no second test', async () => {
  await show([HOME], 'k');
  rendering.button('Test connection').focus();
  await rendering.press('Test connection');
  expect(document.activeElement).toBe(rendering.button('Test connection'));
  expect(rendering.button('Test connection').getAttribute('aria-disabled')).toBe('true');
  await rendering.press('Test connection');
  await rendering.press('Save connection');
  expect(ends).toHaveLength(1);
  expect(saved).toEqual([]);
});

describe('results of a test', () => {
  it('are not shown below a form that was changed meanwhile', async () => {
    await show([HOME], 'k');
    await rendering.press('Test connection');
    await type('Base URL', 'http://elsewhere/v1');
    await ends[0]?.([PASSED]);
    expect(text()).not.toContain('It answers.');
    expect(text()).not.toContain('Everything works.');
  });

  it.each([
    ['the address', [{ ...HOME, baseUrl: 'http://elsewhere/v1' }]],
    ['its connection', []],
  ])('are removed when another window changes or deletes %s', async (_, connections) => {
    await show([HOME], 'k');
    await rendering.press('Test connection');
    await ends[0]?.([PASSED]);
    expect(text()).toContain('Everything works.');
    await show(connections, 'k');
    expect(text()).not.toContain('It answers.');
    expect(text()).not.toContain('Everything works.');
  });

  it('stay when only the way in which the address is written changes', async () => {
    await show([HOME], 'k');
    await type('Base URL', 'HTTP://Home/v1/');
    await rendering.press('Save and test');
    await show([{ ...HOME }], 'k');
    await ends[0]?.([PASSED]);
    expect(text()).toContain('Everything works.');
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
    await show([HOME], 'k');
    await show([CHANGED], 'k');
    expect(field('Name').value).toBe('Away');
    expect(field('First token').value).toBe('5');
    expect(rendering.buttonNames()).toContain('Test connection');
    await rendering.press('Test connection');
    expect(saved).toEqual([]);
  });

  it('keeps these values when the user saves another field', async () => {
    await show([HOME], 'k');
    await type('Pause', '7');
    await show([CHANGED], 'k');
    await rendering.press('Save and test');
    expect(saved).toMatchObject([
      {
        label: 'Away',
        headers: [{ name: 'X-Team', value: null }],
        waits: { firstPieceMs: 5_000, pauseMs: 7_000 },
      },
    ]);
  });
});

describe('a connection that another window deletes', () => {
  it('is said to be deleted, and saving adds what the form shows', async () => {
    await show([HOME], 'k');
    await type('Name', 'Mine');
    await show([], 'k');
    expect(text()).toContain('This connection was deleted in another window');
    expect(field('Base URL').value).toBe('http://home/v1');
    await rendering.press('Save connection');
    expect(saved).toMatchObject([{ connectionId: null, label: 'Mine', baseUrl: 'http://home/v1' }]);
    await show([{ ...HOME, id: 'new', label: 'Mine' }], 'k');
    expect(text()).not.toContain('was deleted');
    expect(field('Name').value).toBe('Mine');
    expect(rendering.buttonNames()).toContain('Test connection');
  });
});

it('a connection that is added is not called deleted before it is read', async () => {
  await show([], null);
  await type('Base URL', 'http://home/v1');
  await rendering.press('Save connection');
  expect(text()).not.toContain('was deleted');
  expect(field('Base URL').value).toBe('http://home/v1');
});

describe('a form that is changed while it is being saved', () => {
  /** Ends each save that was begun, in order. */
  let replies: ((reply: object) => Promise<void>)[];
  const SAVED = { ok: true, value: { connectionId: 'new' } };

  beforeEach(async () => {
    replies = [];
    const sendMessage = ({ command }: { command: Command }) => {
      saved.push(command);
      return new Promise((resolve) => {
        replies.push((reply) => act(async () => resolve(reply)));
      });
    };
    Object.assign(browser.runtime, { sendMessage });
    await show([], null);
    await type('Base URL', 'http://home/v1');
    await type('API key', 'wrong');
    await rendering.press('Save connection');
    await type('API key', 'right');
    await rendering.press('Save connection');
  });

  it('can be saved again once that has ended, which changes the connection that was added', async () => {
    expect(saved).toMatchObject([{ connectionId: null, key: 'wrong' }]);
    await replies[0]?.(SAVED);
    expect(saved).toHaveLength(1);
    expect(field('API key').value).toBe('right');
    await rendering.press('Save connection');
    expect(saved[1]).toMatchObject({ connectionId: 'new', key: 'right', baseUrl: 'http://home/v1' });
  });

  it('says if it could not be saved, and can be saved again', async () => {
    const error = { code: 'storage', message: 'It is full.', remedy: 'Delete something.', details: null };
    await replies[0]?.({ ok: false, error });
    expect(text()).toContain('It is full.');
    await rendering.press('Save connection');
    expect(saved[1]).toMatchObject({ connectionId: null, key: 'right' });
  });
});
