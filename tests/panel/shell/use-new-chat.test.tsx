// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { PageStatus } from '@/src/messages/page-status';
import { sendCommand } from '@/src/panel/data/send-command';
import { type NewChat, useNewChat } from '@/src/panel/shell/use-new-chat';
import { textInMemory } from '../composer/memory-text-store';
import { inShownChat, ShownError } from '../in-shown-chat';
import { withRendering } from '../with-rendering';

vi.mock('@/src/panel/data/send-command', () => ({ sendCommand: vi.fn() }));
vi.mock('@/src/panel/data/current-window-id', () => ({ currentWindowId: async () => 4 }));

const rendering = withRendering();
const CLOSED: PageStatus = { state: 'not-allowed', url: 'http://x' };
const adopt = vi.fn();
let newChat: NewChat;

function Probe() {
  const sheets = {
    open: null,
    checkpointId: null,
    show: () => undefined,
    showCheckpoints: () => undefined,
    close: () => undefined,
  };
  newChat = useNewChat({ composerText: textInMemory(), imageReadings: new Map(), sheets });
  return <ShownError />;
}

function show(isDetached = false, chatId = 'c') {
  const detached = isDetached ? ({ chatId, place: 'window' } as const) : null;
  rendering.render(inShownChat({ detached, chatId, adopt }, <Probe />));
}

const start = () => act(() => newChat.startChat('keep'));
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

beforeEach(() => {
  fakeBrowser.reset();
  adopt.mockReset();
  vi.mocked(sendCommand).mockReset();
});

it.each([
  ['the window of a side panel', false, 4],
  ['no window of a detached panel', true, null],
])('a new chat is about the page in front of %s', async (_, isDetached, windowId) => {
  vi.mocked(sendCommand).mockResolvedValue({ chatId: 'new' });
  show(isDetached);
  await start();
  expect(sendCommand).toHaveBeenCalledExactlyOnceWith({ type: 'new-chat', chatId: 'c', windowId });
  expect(adopt).toHaveBeenCalledExactlyOnceWith('new');
  expect(newChat.refusedPage).toBeNull();
});

describe('a page for which no chat can be opened', () => {
  const notice = (type: 'sites-changed' | 'toolbar-click', windowId = 4) =>
    act(() =>
      fakeBrowser.runtime.onMessage.trigger(
        { channel: PANEL_CHANNEL, notice: { type, windowId } },
        { id: browser.runtime.id },
      ),
    );

  beforeEach(async () => {
    vi.mocked(sendCommand).mockResolvedValue({ chatId: null, page: CLOSED });
    show();
    await start();
  });

  it('is known, without an error or another chat', () => {
    expect(newChat.refusedPage).toEqual(CLOSED);
    expect(adopt).not.toHaveBeenCalled();
    expect(rendering.place.textContent).toBe('');
  });

  it('is forgotten when another page comes to the front', async () => {
    await act(() => fakeBrowser.tabs.onActivated.trigger({ tabId: 1, windowId: 4 }));
    await settled();
    expect(newChat.refusedPage).toBeNull();
  });

  it('stays known when another page comes to the front of another window', async () => {
    await act(() => fakeBrowser.tabs.onActivated.trigger({ tabId: 1, windowId: 5 }));
    await settled();
    expect(newChat.refusedPage).toEqual(CLOSED);
  });

  it('is forgotten when the user clicks the toolbar button there', async () => {
    await notice('toolbar-click');
    await settled();
    expect(newChat.refusedPage).toBeNull();
  });

  it('is forgotten when the panel shows another chat', () => {
    show(false, 'other');
    expect(newChat.refusedPage).toBeNull();
  });

  it('is tried again once Steward has access', async () => {
    vi.mocked(sendCommand).mockResolvedValue({ chatId: 'new' });
    await notice('sites-changed');
    await settled();
    expect(adopt).toHaveBeenCalledExactlyOnceWith('new');
  });
});
