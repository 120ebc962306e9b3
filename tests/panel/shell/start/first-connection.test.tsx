// @document
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Command } from '@/src/messages/commands';
import type { PageStatus } from '@/src/messages/page-status';
import { MESSAGE_FIELD_ID } from '@/src/panel/kit/panel-frame';
import { useConnectionInUse } from '@/src/panel/settings/connection/use-connection-in-use';
import { FirstConnection } from '@/src/panel/shell/start/first-connection';
import type { Connection } from '@/src/schema/connection';
import type { ChatView } from '@/src/store/queries';
import { wholeView } from '@/tests/fakes/whole-view';
import { HOME } from '../../home-connection';
import { inShownChat } from '../../in-shown-chat';
import { storedRun } from '../../stored-run';
import { PAGE_STORIES } from '../../stories/page-stories';
import { asks, messagesOf, responds } from '../../stories/story-rows';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const onConnected = vi.fn();
let message: HTMLTextAreaElement;
let stored: readonly Connection[];
let page: PageStatus | null;
let view: ChatView | null;
/** Makes the background reply to the command that saves the connection. */
let reply: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  onConnected.mockClear();
  message = document.createElement('textarea');
  message.id = MESSAGE_FIELD_ID;
  document.body.append(message);
  message.focus();
  stored = [];
  page = PAGE_STORIES.unknown;
  view = null;
  reply = () => {};
  const sendMessage = async ({ command }: { command: Command }) => {
    const result = { checks: [], addedPath: '', listed: 1, model: 'm' };
    if (command.type === 'test-connection') return { ok: true, value: result };
    if (command.type === 'save-connection') await new Promise<void>((resolve) => (reply = resolve));
    return { ok: true, value: { connectionId: 'k', models: [] } };
  };
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(browser, { permissions: { contains: async () => true, request: async () => true } });
});
afterEach(() => {
  vi.useRealTimers();
  message.remove();
});

/** The first screen as the panel shows it. */
function Panel() {
  const connection = useConnectionInUse(stored, view);
  if (!connection.isFirstRun) return <p>The chat</p>;
  return inShownChat({ page, view }, <FirstConnection onConnected={onConnected} />);
}

const render = () => act(async () => rendering.render(<Panel />));
function show(next: PageStatus | null) {
  page = next;
  return render();
}
/** Renders the connections as they were read. */
function read(...connections: Connection[]) {
  stored = connections;
  return render();
}
const isShown = () => rendering.shown.queryByRole('region', { name: 'First connection' }) !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const address = () => rendering.shown.getByRole('textbox', { name: 'Address' });
async function type(value: string): Promise<void> {
  await rendering.enter(address(), value);
}

it('the first screen waits until it is known what the page proposes, so that the fields don’t move', async () => {
  await show(null);
  expect(isShown()).toBe(false);
  await show(PAGE_STORIES.unknown);
  expect(isShown()).toBe(true);
  // The user may be typing in it.
  await show(PAGE_STORIES.connected);
  expect(isShown()).toBe(true);
});

it('the first screen waits a second for the page at most', async () => {
  await show(null);
  await pass(999);
  expect(isShown()).toBe(false);
  await pass(1);
  expect(isShown()).toBe(true);
});

describe('the form', () => {
  const chosenIn = (connectionId: string, model: string | null): ChatView => {
    const settings = { ...newChatSettings(), connectionId, model };
    const chat = newChat({ id: 'c', title: 'Chat', atMs: 0, binding: null, settings, lastStateHash: null });
    return wholeView({ chat, messages: [], executions: [], run: null, pendingApproval: null });
  };

  it('takes the focus from the empty message field', async () => {
    await render();
    expect(document.activeElement).toBe(address());
  });

  it('leaves the focus in a message that is being written', async () => {
    message.value = 'Hide';
    await render();
    expect(document.activeElement).toBe(message);
  });

  it('goes when a connection is saved elsewhere', async () => {
    await render();
    await type('http://typed/v1');
    await read(HOME);
    expect(isShown()).toBe(false);
  });

  it('goes when its connection is saved, and reports the connection with its model', async () => {
    await render();
    await type(HOME.baseUrl);
    await rendering.press('Connect');
    await pass(0);
    // The panel reads the stored connection before the background replies.
    await read(HOME);
    expect(isShown()).toBe(false);
    await act(async () => reply());
    expect(onConnected.mock.calls).toEqual([['k', 'm']]);
    expect(document.activeElement).toBe(message);
  });

  it('is shown to a chat whose connection was deleted', async () => {
    view = chosenIn('gone', 'm');
    await render();
    expect(isShown()).toBe(true);
  });

  it('says of a run with answers that it waits, leaves its message to the conversation, and takes no focus', async () => {
    const { chat } = chosenIn('deleted', 'm');
    const run = storedRun({ state: 'waiting-for-endpoint' });
    const messages = messagesOf(asks('Hide previews'), responds('Done so far.'));
    view = wholeView({ chat, messages, executions: [], run, pendingApproval: null });
    await show(PAGE_STORIES.connected);
    expect(rendering.shown.getByText(/^The run waits for a connection\./)).toBeDefined();
    expect(rendering.place.textContent).not.toContain('Hide previews');
    expect(document.activeElement).toBe(message);
  });
});
