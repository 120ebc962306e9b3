// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command, ConnectionCheck } from '@/src/messages/commands';
import { ConnectionForm } from '@/src/panel/connection/connection-form';
import type { Connection } from '@/src/store/db';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const HOME: Connection = {
  id: 'k',
  label: 'Home',
  baseUrl: 'http://home/v1',
  hasKey: false,
  headerNames: [],
  createdAtMs: 1,
};
const PASSED: ConnectionCheck = {
  step: 'reachable',
  verdict: 'passed',
  message: 'It answers.',
  remedy: null,
};

/** Ends each test that was begun, in order. */
let ends: ((checks: ConnectionCheck[]) => Promise<void>)[];

beforeEach(() => {
  ends = [];
  const sendMessage = ({ command }: { command: Command }) =>
    command.type !== 'test-connection'
      ? Promise.resolve({ ok: true, value: null })
      : new Promise((resolve) => {
          ends.push((checks) => act(async () => resolve({ ok: true, value: { checks } })));
        });
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(browser, { permissions: { contains: async () => true, request: async () => true } });
  HTMLElement.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.useRealTimers());

it('a test that takes long can be cancelled; what it finds later is not shown, and another one can be begun', async () => {
  vi.useFakeTimers();
  await act(async () =>
    rendering.render(
      <ConnectionForm
        connectionId="k"
        connections={[HOME]}
        proposal={null}
        model={null}
        loadModels={async () => null}
        onConnected={() => undefined}
      />,
    ),
  );
  const text = () => rendering.place.textContent;
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
