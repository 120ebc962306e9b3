// @document
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import * as windows from '@/src/panel/data/current-window-id';
import { sendCommand } from '@/src/panel/data/send-command';
import { type NewChat, useNewChat } from '@/src/panel/shell/use-new-chat';
import { textInMemory } from '../composer/memory-text-store';
import { inShownChat, ShownError } from '../in-shown-chat';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const CLOSED: PageStatus = { state: 'not-allowed', url: 'http://x' };
const adopt = vi.fn();
const attach = vi.fn();
const onToolbarClick: { current: (() => void) | null } = { current: null };
let newChat: NewChat;

function Probe() {
  const sheets = {
    open: null,
    checkpointId: null,
    connectionField: null,
    editConnection: () => undefined,
    show: () => undefined,
    showCheckpoints: () => undefined,
    close: () => undefined,
  };
  newChat = useNewChat({ composerText: textInMemory(), imageReadings: new Map(), sheets });
  return <ShownError />;
}

function show(isDetached = false, chatId: string | null = 'c') {
  const detached = isDetached ? ({ chatId: 'c', place: 'window' } as const) : null;
  rendering.render(inShownChat({ detached, chatId, adopt, attach, onToolbarClick }, <Probe />));
}

const start = () => act(() => newChat.startChat());

beforeEach(() => {
  adopt.mockReset();
  attach.mockReset();
  stubCommands();
  vi.spyOn(windows, 'currentWindowId').mockResolvedValue(4);
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

it('without a chat, the panel is attached to the page in front instead', () => {
  show(false, null);
  act(() => newChat.newChat());
  expect(attach).toHaveBeenCalledOnce();
  expect(sendCommand).not.toHaveBeenCalled();
});

describe('a page for which no chat can be opened', () => {
  beforeEach(async () => {
    vi.mocked(sendCommand).mockResolvedValue({ chatId: null, page: CLOSED });
    show();
    await start();
  });

  it('is known, without an error or another chat', () => {
    expect(newChat.refusedPage).toEqual(CLOSED);
    expect(adopt).not.toHaveBeenCalled();
    expect(rendering.shown.getByRole('status').textContent).toBe('');
  });

  it('gets its new chat by the click of the toolbar button that the card asks for', async () => {
    vi.mocked(sendCommand).mockResolvedValue({ chatId: 'new' });
    await act(async () => onToolbarClick.current?.());
    expect(adopt).toHaveBeenCalledExactlyOnceWith('new');
    expect(onToolbarClick.current).toBeNull();
  });

  it('is forgotten on request', () => {
    act(() => newChat.dismissRefusal());
    expect(newChat.refusedPage).toBeNull();
  });

  it('is forgotten when the panel shows another chat', () => {
    show(false, 'other');
    expect(newChat.refusedPage).toBeNull();
  });
});
