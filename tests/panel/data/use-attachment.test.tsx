// @document
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { Command } from '@/src/messages/commands';
import { type DetachedPanel, readDetached } from '@/src/messages/detached-panel';
import { PANEL_REQUEST_KEY, type PanelRequest } from '@/src/messages/panel-request';
import { type PanelTask, panelTasks } from '@/src/panel/data/panel-tasks';
import { type AttachmentControl, useAttachment } from '@/src/panel/data/use-attachment';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const PAGE = { state: 'gone' };

let control: AttachmentControl;
let sent: Command[];
/** The chat that the background returns; null for none. */
let answered: string | null;
/** The status that the background returns. */
let page: object;
/** The panel's address, if it is not a side panel. */
let detached: DetachedPanel | null = null;

function Probe() {
  control = useAttachment(detached);
  return null;
}

beforeEach(async () => {
  sent = [];
  answered = 'newest';
  page = PAGE;
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    const chatId = command.type === 'attach' && 'chatId' in command.to ? command.to.chatId : answered;
    return { ok: true, value: { chatId, page } };
  };
  Object.assign(browser.runtime, { sendMessage });
  Object.assign(browser.windows, { getCurrent: async () => ({ id: 1 }) });
  await act(async () => rendering.render(<Probe />));
});

const attachAgain = () => act(async () => control.attach());

describe('a panel', () => {
  it('attaches when it opens, without a chat shown before', () => {
    expect(sent).toEqual([{ type: 'attach', to: { windowId: 1, shownChatId: undefined } }]);
    expect(control.attachment).toEqual({ state: 'attached', chatId: 'newest', page: PAGE });
  });

  it('switches to a new chat about the same page and keeps the page’s status', () => {
    act(() => control.adopt('fresh'));
    expect(control.attachment).toEqual({ state: 'attached', chatId: 'fresh', page: PAGE });
  });

  it('switches to a chat about another page, whose status is unknown', () => {
    act(() => control.show('other'));
    expect(control.attachment).toEqual({ state: 'attached', chatId: 'other', page: null });
  });

  it('sends the chat shown when it attaches again, and shows the returned one', async () => {
    act(() => control.show('other'));
    await attachAgain();
    expect(sent.at(-1)).toEqual({ type: 'attach', to: { windowId: 1, shownChatId: 'other' } });
    expect(control.attachment).toMatchObject({ chatId: 'newest' });
  });

  it('attaches once more if the background ended before its reply', async () => {
    const { sendMessage } = browser.runtime;
    let failures = 1;
    Object.assign(browser.runtime, {
      async sendMessage(message: unknown) {
        if (failures === 0) return sendMessage(message);
        failures -= 1;
        throw new Error('The message channel closed before a response was received.');
      },
    });
    answered = 'woken';
    await attachAgain();
    expect(control.attachment).toMatchObject({ state: 'attached', chatId: 'woken' });
  });

  it('attaches again when the toolbar button is clicked, unless that does something else now', async () => {
    const message = { channel: PANEL_CHANNEL, notice: { type: 'toolbar-click', windowId: 1 } };
    const click = () =>
      act(async () => void fakeBrowser.runtime.onMessage.trigger(message, { id: browser.runtime.id }));
    await click();
    expect(sent).toHaveLength(2);
    const instead = vi.fn();
    control.onToolbarClick.current = instead;
    await click();
    expect(instead).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(2);
  });

  it('keeps a chat that was chosen while an earlier request was pending', async () => {
    await act(async () => {
      control.attach();
      control.show('other');
    });
    expect(control.attachment).toMatchObject({ chatId: 'other' });
  });

  it('sends the last chat shown also while it has none', async () => {
    answered = null;
    await attachAgain();
    expect(control.attachment).toEqual({ state: 'unattached', page: PAGE });
    await attachAgain();
    expect(sent.at(-1)).toEqual({ type: 'attach', to: { windowId: 1, shownChatId: 'newest' } });
  });

  it('can show a chat while it has none, but not adopt one', async () => {
    answered = null;
    await attachAgain();
    act(() => control.adopt('fresh'));
    expect(control.attachment).toEqual({ state: 'unattached', page: PAGE });
    act(() => control.show('other'));
    expect(control.attachment).toMatchObject({ state: 'attached', chatId: 'other' });
  });
});

describe('a request from outside of the panel', () => {
  let received: PanelTask[];
  let endReceiving: () => void;
  beforeEach(() => {
    received = [];
    endReceiving = panelTasks.receive((task) => void received.push(task));
  });
  afterEach(async () => {
    endReceiving();
    await act(() => browser.storage.session.clear());
  });
  const request = (task: PanelRequest['task'], windowId: number) =>
    act(async () => {
      const value: PanelRequest = { windowId, atMs: Date.now(), task };
      await browser.storage.session.set({ [PANEL_REQUEST_KEY]: value });
      await new Promise((resolve) => setTimeout(resolve));
    });
  const stored = async () => (await browser.storage.session.get(PANEL_REQUEST_KEY))[PANEL_REQUEST_KEY];
  const QUOTE = { kind: 'quote', text: 'this' } as const;
  const UNDO = { kind: 'undo-last', tabId: 5 } as const;

  it('shows a chat', async () => {
    await request({ kind: 'show-chat', chatId: 'waiting' }, 1);
    expect(control.attachment).toMatchObject({ state: 'attached', chatId: 'waiting' });
    expect(await stored()).toBeUndefined();
  });

  it('is delivered once, with the chat of the page in front', async () => {
    answered = 'in-front';
    await request(QUOTE, 1);
    expect(control.attachment).toMatchObject({ chatId: 'in-front' });
    expect(received).toEqual([{ task: QUOTE, chatId: 'in-front', tabId: null }]);
    expect(await stored()).toBeUndefined();
  });

  it('is delivered once although the panel attaches again meanwhile, as when a tab comes to the front', async () => {
    const { sendMessage } = browser.runtime;
    const answers: (() => void)[] = [];
    Object.assign(browser.runtime, {
      async sendMessage(message: unknown) {
        await new Promise<void>((resolve) => answers.push(resolve));
        return sendMessage(message);
      },
    });
    await request(QUOTE, 1);
    await attachAgain();
    expect(received).toEqual([]);
    await act(async () => {
      for (const answer of answers) answer();
    });
    expect(received).toEqual([{ task: QUOTE, chatId: 'newest', tabId: null }]);
  });

  it.each([
    ['the user chooses a chat', () => act(() => control.show('other')), 'other'],
    ['a new chat opens', () => act(() => control.adopt('fresh')), 'fresh'],
  ])('is delivered to the chat that is shown if %s meanwhile', async (_, choose, chatId) => {
    Object.assign(browser.runtime, { sendMessage: () => new Promise(() => undefined) });
    await request(QUOTE, 1);
    choose();
    expect(received).toEqual([{ task: QUOTE, chatId, tabId: null }]);
  });

  it('has the tab of the page that the panel shows', async () => {
    page = { state: 'connected', tabId: 6 };
    await request(UNDO, 1);
    expect(received).toEqual([{ task: UNDO, chatId: 'newest', tabId: 6 }]);
  });

  it('is delivered without a chat if the page in front has none', async () => {
    answered = null;
    await request(QUOTE, 1);
    expect(received).toEqual([{ task: QUOTE, chatId: null, tabId: null }]);
  });

  it('for another window is left to the panel there', async () => {
    await request(QUOTE, 2);
    expect(received).toEqual([]);
    expect(await stored()).toMatchObject({ windowId: 2 });
  });

  it('made before the panel was open is found', async () => {
    await act(async () => rendering.render(null));
    await request({ kind: 'show-chat', chatId: 'waiting' }, 1);
    await act(async () => {
      rendering.render(<Probe />);
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(control.attachment).toMatchObject({ chatId: 'waiting' });
  });

  it('that can’t be read is reported', async () => {
    Object.assign(browser.windows, { getCurrent: async () => ({}) });
    await request(QUOTE, 1);
    expect(received).toMatchObject([{ task: { kind: 'problem', error: { code: 'page-gone' } } }]);
  });
});

describe('a detached panel', () => {
  const show = async (panel: DetachedPanel | null) => {
    detached = panel;
    sent = [];
    // Another key: mounted again.
    await act(async () => rendering.render(<Probe key={String(panel?.chatId)} />));
  };
  afterEach(() => {
    detached = null;
    history.replaceState(null, '', '/');
  });

  it('attaches to the chat of its address, in whichever window it is', async () => {
    await show({ chatId: 'mine', place: 'window' });
    expect(sent).toEqual([{ type: 'attach', to: { chatId: 'mine' } }]);
    expect(control.attachment).toEqual({ state: 'attached', chatId: 'mine', page: PAGE });
  });

  it('stays with the chat that it shows, and has it in its address', async () => {
    await show({ chatId: 'mine', place: 'tab' });
    act(() => control.adopt('fresh'));
    expect(readDetached(location.search)).toEqual({ chatId: 'fresh', place: 'tab' });
    await attachAgain();
    expect(sent.at(-1)).toEqual({ type: 'attach', to: { chatId: 'fresh' } });
  });
});
