// @document
import 'fake-indexeddb/auto';
import { act, type ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { buildSystemPrompt } from '@/src/core/prompts/system-prompt';
import { UPDATED_IN_RUN } from '@/src/messages/channels';
import type { PageStatus } from '@/src/messages/page-status';
import type { LiveFeed, LiveSnapshot } from '@/src/panel/data/live-feed';
import type { ShownChat } from '@/src/panel/data/shown-chat';
import { Banners } from '@/src/panel/shell/banners/banners';
import { pageCard } from '@/src/panel/shell/page-card';
import type { Chat } from '@/src/schema/chat';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { Run } from '@/src/schema/run';
import { CONNECTED } from '../../connected-page';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { storedRun } from '../../stored-run';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
type Props = ComponentProps<typeof Banners>;

/** The subjects of the banners, and the functions that they call. */
interface Given
  extends Omit<Partial<Props>, 'newChat'>,
    Pick<Partial<ShownChat>, 'chatId' | 'page' | 'holder'> {
  refusedPage?: PageStatus;
  isDetached?: boolean;
  isLost?: boolean;
  wasAbout?: NonNullable<Chat['wasAbout']>;
  prompt?: Pick<Run, 'id' | 'promptProblems'>;
}

function props(given: Partial<Props>): Props {
  return {
    modelList: { state: 'none' },
    connectionLabel: 'Proxy',
    pageCard: null,
    newChat: { newChat: vi.fn(), startChat: vi.fn(), refusedPage: null, dismissRefusal: vi.fn() },
    onRetryModels: vi.fn(),
    onShowChat: vi.fn(),
    onOpen: vi.fn(),
    ...given,
  };
}

/** A feed that has reached nobody, or not yet. */
function feedOf(isLost: boolean): LiveFeed {
  const snapshot = { link: isLost ? 'lost' : 'open' } as LiveSnapshot;
  return { subscribe: () => () => undefined, getSnapshot: () => snapshot, settle: () => undefined };
}

/** Shows the banners, and returns what they call. */
function show(asked: Given): Props {
  const { isDetached = false, isLost = false, prompt, wasAbout, chatId = 'c', ...given } = asked;
  const { page = null, holder = null, refusedPage = null, ...handlers } = given;
  const card = pageCard({ refusedPage, error: null, page, isElsewhere: false });
  const newChat = { newChat: vi.fn(), startChat: vi.fn(), refusedPage, dismissRefusal: vi.fn() };
  const all = props({ pageCard: card, newChat, ...handlers });
  const run = prompt === undefined ? null : { ...storedRun({ state: 'processing' }), ...prompt };
  const view = emptyView(run, wasAbout === undefined ? {} : { wasAbout });
  rendering.render(
    inShownChat(
      {
        detached: isDetached ? { chatId: 'c', place: 'window' } : null,
        view,
        feed: feedOf(isLost),
        ...{ chatId, page, holder },
      },
      <Banners {...all} />,
    ),
  );
  return all;
}

const labels = () =>
  rendering.shown.queryAllByRole('region').map((banner) => banner.getAttribute('aria-label'));
const text = () => rendering.place.textContent;
const alert = () => rendering.shown.getByRole('alert').textContent;
const notice = () => rendering.shown.getByRole('status').textContent;

const UNREACHABLE: ErrorInfo = {
  code: 'network',
  message: 'Proxy can’t be reached.',
  remedy: 'See whether it runs.',
  details: null,
};
const failed: Props['modelList'] = { state: 'failed', connectionId: 'c', error: UNREACHABLE };
const loading: Props['modelList'] = { state: 'loading', connectionId: 'c', lastListed: [] };
const listed: Props['modelList'] = {
  state: 'loaded',
  connectionId: 'c',
  models: [{ id: 'a/b', ownedBy: null }],
};

/** The problems of a prompt with a failing layout. */
const { problems } = buildSystemPrompt(
  [{ key: 'notes:rules', priority: 1, content: { type: 'text', text: 'Own.' } }],
  { baseTemplate: '{{ nothing }}', overrides: {}, exclusions: [] },
);

it('there is no banner where nothing is wrong', () => {
  show({ modelList: listed });
  expect(text()).toBe('');
});

const SILENT: PageStatus = { state: 'silent', url: '' };
const holder = { chatId: 'o', title: 'Other', untilMs: null };

it.each<[string, Given, string]>([
  ['a page in use', { holder }, 'Page in use'],
  ['a page with a problem, even if it is in use', { page: SILENT, holder }, 'This chat’s page'],
  [
    'a refused new chat, whatever the chat’s page is',
    { page: SILENT, holder, refusedPage: SILENT },
    'No new chat yet',
  ],
])('each problem has a banner of its own, and of the page only one is shown: %s', (_, given, label) => {
  show({
    isLost: true,
    modelList: failed,
    prompt: { id: 'r', promptProblems: problems },
    ...given,
  });
  expect(labels()).toEqual(['Steward’s background', label, 'Model endpoint', 'System prompt']);
});

it('a known problem with the page’s version has a banner with the issue, beside others, until it is dismissed', async () => {
  const page: PageStatus = { state: 'incompatible', url: '', message: 'Too new.', remedy: 'Update.' };
  const open = vi.spyOn(browser.tabs, 'create').mockResolvedValue({} as never);
  show({ page: { ...page, knownIssue: 'https://code.test/issues/1' } });
  expect(labels()).toEqual(['This chat’s page', 'Known problem']);
  await act(() => rendering.shown.getByRole('button', { name: 'Open the description' }).click());
  expect(open).toHaveBeenCalledWith({ url: 'https://code.test/issues/1' });
  await act(() => rendering.shown.getByRole('button', { name: 'Dismiss: Known problem' }).click());
  expect(labels()).toEqual(['This chat’s page']);
});

describe('the banner of the page', () => {
  it.each([
    [
      'a closed page, beside a page',
      { state: 'gone' },
      false,
      ['New chat', 'Use page in front…', 'Try again'],
    ],
    ['a closed page, in a window of its own', { state: 'gone' }, true, ['Try again']],
    ['a chat about no page', { state: 'unbound' }, false, ['New chat', 'Use page in front…']],
    ['a page that does not answer', { state: 'silent', url: '' }, false, ['Try again']],
    ['a page where Steward is off', { state: 'off', scope: 'site', url: 'http://x' }, false, ['Switch on']],
  ] as const)('of %s offers what helps', (_, page, isDetached, names) => {
    show({ page, isDetached });
    expect(rendering.buttonNames()).toEqual(names);
    // It may come at any time, and nothing of the user's failed.
    expect(rendering.shown.queryByRole('alert')).toBeNull();
  });

  it('names the sites that an imported chat was about', () => {
    const page = { adapterId: 'a', origin: 'https://eu.test', instanceId: 'i', title: 'EU' };
    show({
      page: { state: 'unbound' },
      wasAbout: [
        { name: 'EU', page },
        { name: 'US', page: null },
      ],
    });
    expect(text()).toContain('It was about these sites: EU (https://eu.test) and US.');
  });

  it('opens a new chat', async () => {
    const { newChat } = show({ page: { state: 'gone' } });
    await rendering.press('New chat');
    expect(newChat.newChat).toHaveBeenCalledOnce();
  });

  it('is not shown without a chat, where the conversation’s area says the same', () => {
    show({ chatId: null, page: { state: 'silent', url: '' } });
    expect(text()).toBe('');
  });
});

it('a page that another chat works on: the banner names that chat, and leads to it', async () => {
  const { onShowChat } = show({ holder: { chatId: 'o', title: 'Block previews', untilMs: null } });
  expect(notice()).toContain('The chat “Block previews” is working on this page.');
  await rendering.press('Show that chat');
  expect(onShowChat).toHaveBeenCalledWith('o');
});

describe('the banner of the endpoint', () => {
  it('has the cause, the remedy, and the ways to a solution', async () => {
    const { onRetryModels, onOpen } = show({ modelList: failed });
    expect(alert()).toBe('Proxy can’t be reached. See whether it runs.');
    await rendering.press('Try again');
    expect(onRetryModels).toHaveBeenCalledOnce();
    await rendering.press('Connections');
    expect(onOpen).toHaveBeenCalledWith('connections');
  });

  it('is shown for an endpoint without models', () => {
    show({ modelList: { state: 'loaded', connectionId: 'c', models: [] } });
    expect(alert()).toContain('Proxy offers no models.');
  });

  it('can be dismissed, and comes back when it happens again', async () => {
    show({ modelList: failed });
    await rendering.press('Dismiss: Model endpoint');
    expect(text()).toBe('');
    show({ modelList: failed });
    expect(text()).toBe('');
    show({ modelList: loading });
    show({ modelList: failed });
    expect(labels()).toEqual(['Model endpoint']);
  });

  it('stays dismissed while a chat with another connection is shown', async () => {
    show({ modelList: failed });
    await rendering.press('Dismiss: Model endpoint');
    show({ modelList: { ...failed, connectionId: 'd' } });
    expect(labels()).toEqual(['Model endpoint']);
    show({ modelList: failed });
    expect(text()).toBe('');
  });
});

describe('the banner of the system prompt', () => {
  it('names the failed part and its replacement, and leads to the settings', async () => {
    const { onOpen } = show({ prompt: { id: 'r', promptProblems: problems } });
    expect(notice()).toContain('The system prompt was not sent as it is configured.');
    expect(notice()).toContain(
      'The template for the whole prompt failed, so the basic layout is used. "nothing" has no value.',
    );
    await rendering.press('This chat’s settings');
    expect(onOpen).toHaveBeenCalledWith('chat-instructions');
  });

  it('stays dismissed for its run, and comes back with the next one', async () => {
    show({ prompt: { id: 'r', promptProblems: problems } });
    await rendering.press('Dismiss: System prompt');
    expect(text()).toBe('');
    show({ prompt: { id: 's', promptProblems: problems } });
    expect(labels()).toEqual(['System prompt']);
  });

  it('stays dismissed while other chats are shown', async () => {
    show({ prompt: { id: 'r', promptProblems: problems } });
    await rendering.press('Dismiss: System prompt');
    show({});
    show({ prompt: { id: 's', promptProblems: problems } });
    show({ prompt: { id: 'r', promptProblems: problems } });
    expect(text()).toBe('');
  });
});

describe('the banner of a new chat that could not be opened', () => {
  it.each<[string, PageStatus, string, string[]]>([
    [
      'Steward has no access to',
      { state: 'not-allowed', url: 'https://a.test/x' },
      'Steward has no access to this page yet. Click Steward’s toolbar button on that page.',
      ['Dismiss: No new chat yet', 'Always on this site'],
    ],
    [
      'the browser keeps for itself',
      { state: 'out-of-reach', url: 'chrome://newtab' },
      'The browser does not allow extensions on this page. Go to your admin page and click Steward’s toolbar button there.',
      ['Dismiss: No new chat yet'],
    ],
    [
      'doesn’t answer',
      { state: 'silent', url: 'https://a.test/x' },
      'The page does not answer. Close any dialog that the page shows, or reload the page.',
      ['Dismiss: No new chat yet', 'Try again'],
    ],
    [
      'Steward is switched off on',
      { state: 'off', scope: 'site', url: 'https://a.test/x' },
      'Steward is switched off on this site. Switch it on to work with the page.',
      ['Dismiss: No new chat yet', 'Switch on'],
    ],
  ])('says what to click where the page in front is one that %s', (_, refusedPage, words, names) => {
    show({ refusedPage });
    expect(alert()).toContain(`It would be about the page in front. ${words}`);
    expect(rendering.buttonNames()).toEqual(names);
  });
});

describe('a page that doesn’t show Steward’s change', () => {
  const page: PageStatus = { ...CONNECTED, tabId: 7 };
  const RUNNING = { id: 'r', promptProblems: [] };

  beforeEach(async () => {
    await act(() => browser.storage.session.set({ 'outdated-page:7': 'hash' }));
  });
  afterEach(() => browser.storage.session.clear());

  it('can be reloaded', async () => {
    const reload = vi.spyOn(browser.tabs, 'reload').mockResolvedValue();
    await act(async () => void show({ page }));
    expect(notice()).toContain('saving an outdated form would revert the change');
    await rendering.press('Reload the page');
    expect(reload).toHaveBeenCalledExactlyOnceWith(7);
    await act(() => browser.storage.session.remove('outdated-page:7'));
    await expect.poll(labels).toEqual([]);
  });

  it('is not mentioned again after the banner was dismissed', async () => {
    await act(async () => void show({ page }));
    await rendering.press('Dismiss: Outdated page');
    await expect.poll(labels).toEqual([]);
    expect(await browser.storage.session.get()).toEqual({});
  });

  it.each<[string, Given]>([
    ['another tab', { page: { ...page, tabId: 8 } }],
    ['a run', { page, prompt: RUNNING }],
  ])('has no banner in the case of %s', async (_, given) => {
    await act(async () => void show(given));
    expect(labels()).toEqual([]);
  });
});

it('a notice says that an update interrupted a run, until it is dismissed', async () => {
  await act(() => browser.storage.session.set({ [UPDATED_IN_RUN]: '1.2.3' }));
  await act(async () => void show({}));
  expect(labels()).toEqual(['Update']);
  expect(notice()).toContain('Steward was updated to version 1.2.3 while it was working.');
  await rendering.press('Dismiss: Update');
  await expect.poll(labels).toEqual([]);
  expect(await browser.storage.session.get()).toEqual({});
});
