// @vitest-environment jsdom
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
const message = createMessageField();
let reply: (connectionId: string) => Promise<void>;
let isLoaded: boolean;
let stored: readonly Connection[];
let page: PageStatus | null;
let view: ChatView | null;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(message);
  stored = [];
  page = PAGE_STORIES.unknown;
  view = null;
  isLoaded = true;
  const sendMessage = ({ command }: { command: Command }) => {
    if (command.type === 'list-models') {
      const error = { code: 'auth', message: 'Wrong key.', remedy: 'Correct it.', details: null };
      return Promise.resolve(isLoaded ? { ok: true, value: { models: [] } } : { ok: false, error });
    }
    return new Promise((resolve) => {
      reply = (connectionId) => act(async () => resolve({ ok: true, value: { connectionId } }));
    });
  };
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(browser, { permissions: { contains: async () => true, request: async () => true } });
  HTMLElement.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  vi.useRealTimers();
  message.remove();
});

function createMessageField(): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.id = MESSAGE_FIELD_ID;
  return field;
}

/** The first screen as the panel shows it. */
function Panel() {
  const connection = useConnectionInUse(stored, view);
  if (!connection.isFirstRun) return <p>The chat</p>;
  return inShownChat(
    { page, view },
    <FirstConnection
      onChangePolicy={() => undefined}
      connections={stored}
      proposal={null}
      connection={connection}
    />,
  );
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
const isShown = () => rendering.place.querySelector('form') !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const field = (index: number) => {
  const input = rendering.place.querySelectorAll('input')[index];
  if (input === undefined) throw new Error('There is no such field.');
  return input;
};
const type = (index: number, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(index), value);
    field(index).dispatchEvent(new Event('input', { bubbles: true }));
  });

it('the first screen waits until it is known what is above its form, so that the form doesn’t move', async () => {
  await show(null);
  expect(isShown()).toBe(false);
  await show(PAGE_STORIES.unknown);
  expect(isShown()).toBe(true);
  // The user may be typing in it.
  await show(PAGE_STORIES.connected);
  expect(isShown()).toBe(true);
});

it.each([
  ['the page', null],
  ['the chat', PAGE_STORIES.connected],
])('the first screen waits a second for %s at most', async (_, page) => {
  await show(page);
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

  it('goes when a connection is saved elsewhere', async () => {
    await render();
    await type(0, 'http://typed/v1');
    await read(HOME);
    expect(isShown()).toBe(false);
  });

  it('stays with what is typed while its own save is under way, and when the endpoint refuses the key', async () => {
    isLoaded = false;
    await render();
    await type(0, HOME.baseUrl);
    await rendering.press('Save connection');
    await type(1, 'typed meanwhile');
    // Read before the reply has come.
    await read(HOME);
    expect(field(1).value).toBe('typed meanwhile');
    await reply('k');
    expect(field(1).value).toBe('typed meanwhile');
    await rendering.press('Save connection');
    await reply('k');
    expect(rendering.place.textContent).toContain('Wrong key.');
    await read(HOME, { ...HOME, id: 'other' });
    expect(isShown()).toBe(false);
  });

  it('goes when the chat got a model of the connection that it has saved', async () => {
    isLoaded = false;
    await render();
    await type(0, HOME.baseUrl);
    await rendering.press('Save connection');
    await reply('k');
    view = chosenIn('k', null);
    await read(HOME);
    expect(isShown()).toBe(true);
    view = chosenIn('k', 'm');
    await render();
    expect(isShown()).toBe(false);
  });

  it('is shown to a chat whose connection was deleted', async () => {
    view = chosenIn('gone', 'm');
    await render();
    expect(isShown()).toBe(true);
  });

  it('says of a run with answers that it waits, and leaves its message to the conversation', async () => {
    const { chat } = chosenIn('deleted', 'm');
    const run = storedRun({ state: 'waiting-for-endpoint' });
    const messages = messagesOf(asks('Hide previews'), responds('Done so far.'));
    view = wholeView({ chat, messages, executions: [], run, pendingApproval: null });
    await show(PAGE_STORIES.connected);
    expect(rendering.place.textContent).toContain('The run waits for a connection.');
    expect(rendering.place.textContent).not.toContain('Hide previews');
  });

  it('gives the focus to the message field when it goes', async () => {
    await render();
    await type(0, HOME.baseUrl);
    rendering.button('Save connection').focus();
    await rendering.press('Save connection');
    await reply('k');
    expect(isShown()).toBe(false);
    expect(document.activeElement).toBe(message);
  });
});
