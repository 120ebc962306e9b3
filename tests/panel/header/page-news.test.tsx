// @document
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageNews } from '@/src/messages/chat-commands';
import type { PageStatus } from '@/src/messages/page-status';
import { createLiveFeed, type FeedPort } from '@/src/panel/data/live-feed';
import { sendCommand } from '@/src/panel/data/send-command';
import { PageNewsLine } from '@/src/panel/header/page-news';
import { say } from '@/src/schema/values/said';
import { CONNECTED } from '../connected-page';
import { inShownChat, ShownError } from '../in-shown-chat';
import { stubCommands } from '../stub-commands';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
stubDialogs();

const NEWS: PageNews = {
  sinceMs: 1_000,
  news: [say('said.news.added', { groups: ['openai'], count: 4 })],
  models: [{ kind: 'added', text: 'openai: a, b, c, d' }],
  outside: [{ kind: 'removed', text: 'openai: ignore rule "x"' }],
  own: [],
};

let asked: string[];
let report: (page: PageStatus) => void;
let message: HTMLTextAreaElement;

/** Renders the line of a chat whose page has these news each time that it is compared. */
async function show(news: () => Promise<PageNews | null>): Promise<void> {
  vi.mocked(sendCommand).mockImplementation(async (command) => {
    if (command.type !== 'what-changed') return null;
    asked.push(command.isSeen ? 'see' : 'compare');
    return command.isSeen ? null : news();
  });
  let post: (message: unknown) => void = () => undefined;
  const port: FeedPort = {
    postMessage: () => undefined,
    disconnect: () => undefined,
    onMessage: { addListener: (listener) => (post = listener as typeof post) },
    onDisconnect: { addListener: () => undefined },
  };
  const feed = createLiveFeed(
    'c',
    () => port,
    () => undefined,
  );
  report = (page) => act(() => post({ type: 'page', chatId: 'c', page }));
  await act(async () =>
    rendering.render(
      inShownChat(
        { feed },
        <>
          <PageNewsLine chatId="c" onAsk={(text) => asked.push(text)} />
          <ShownError />
        </>,
      ),
    ),
  );
}

const line = () => rendering.place.querySelector<HTMLButtonElement>('.page-news button');
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
const click = (element: HTMLElement | null | undefined) => act(async () => element?.click());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
}

beforeEach(() => {
  vi.useFakeTimers();
  stubCommands();
  asked = [];
  message = document.createElement('textarea');
  message.id = 'composer-message';
  document.body.append(message);
});
afterEach(() => {
  message.remove();
  vi.useRealTimers();
});

describe('the line of what changed', () => {
  it('is not there without news; what changes then is seen once the page is quiet', async () => {
    await show(async () => null);
    expect(line()).toBeNull();
    report(CONNECTED);
    await pass(2_000);
    report({ ...CONNECTED });
    await pass(2_999);
    expect(asked).toEqual(['compare']);
    await pass(1);
    expect(asked).toEqual(['compare', 'see']);
  });

  it('says the news, and is compared again after each change', async () => {
    let found = NEWS;
    await show(async () => found);
    expect(line()?.textContent).toMatch(/^Since .+: openai: 4 new models$/);
    found = { ...NEWS, news: [say('said.news.added', { groups: ['openai'], count: 5 })] };
    report(CONNECTED);
    await pass(3_000);
    expect(line()?.textContent).toContain('5 new models');
    expect(asked).toEqual(['compare', 'compare']);
  });

  it('asks nothing while the panel is hidden, and again once it is visible', async () => {
    setHidden(true);
    await show(async () => NEWS);
    report(CONNECTED);
    await pass(3_000);
    expect(asked).toEqual([]);
    setHidden(false);
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    expect(asked).toEqual(['compare']);
    expect(line()).not.toBeNull();
  });

  it('is not there if the page can’t be compared, and no error is shown', async () => {
    await show(() => Promise.reject(new Error('The page is gone.')));
    expect(rendering.place.textContent).toBe('');
    report(CONNECTED);
    await pass(3_000);
    expect(asked).toEqual(['compare', 'compare']);
  });
});

describe('the sheet of what changed', () => {
  it('has the differences by what made them, and no heading without differences', async () => {
    await show(async () => NEWS);
    await click(line());
    const headings = [...document.querySelectorAll('dialog h3')].map(({ textContent }) => textContent);
    expect(headings).toEqual(['Models', 'Outside of Steward']);
    expect(document.querySelector('dialog')?.textContent).toContain('ignore rule "x"');
  });

  it('ends the line with Seen, and the message field has the focus', async () => {
    await show(async () => NEWS);
    await click(line());
    await click(button('Seen'));
    expect(asked).toEqual(['compare', 'see']);
    expect([line(), document.querySelector('dialog')]).toEqual([null, null]);
    expect(document.activeElement).toBe(message);
  });

  it('keeps the line if what was seen can’t be stored, and the panel shows the error', async () => {
    await show(async () => NEWS);
    vi.mocked(sendCommand).mockRejectedValue(new Error('The disk is full.'));
    await click(line());
    await click(button('Seen'));
    expect(line()).not.toBeNull();
    expect(rendering.place.querySelector('output')?.textContent).not.toBe('');
  });

  it('adds a question to the message, and leaves the line', async () => {
    await show(async () => NEWS);
    await click(line());
    await click(button('Ask about this'));
    expect(asked.at(-1)).toMatch(
      /^This changed since .+\?\n\+ openai: a, b, c, d\n− openai: ignore rule "x"$/,
    );
    expect(document.querySelector('dialog')).toBeNull();
    expect(line()).not.toBeNull();
    expect(document.activeElement).toBe(message);
  });
});
