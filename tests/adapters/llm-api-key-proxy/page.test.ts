// @document

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLlmProxyPage } from '@/src/adapters/llm-api-key-proxy/page';
import { say } from '@/src/schema/values/said';
import { FakePerformanceObserver, observers } from '../kit/fake-performance-observer';

const { signal } = new AbortController();
const TITLE = 'LLM API Proxy';
let subscription: AbortController;

beforeEach(() => {
  subscription = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('PerformanceObserver', FakePerformanceObserver);
  document.title = TITLE;
  history.replaceState(null, '', '/ui/settings');
});

afterEach(() => {
  subscription.abort();
  observers.clear();
  localStorage.clear();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const detect = () => createLlmProxyPage(document).detect(signal);

describe('the web UI', () => {
  it.each([
    ['at its address', '/ui', TITLE, true],
    ['on one of its pages', '/ui/settings', TITLE, true],
    ['with another title', '/ui/settings', 'Another page', false],
    ['at another address', '/uix', TITLE, false],
    ['of the API', '/v1/models', TITLE, false],
  ])('%s', async (_, path, title, isFound) => {
    history.replaceState(null, '', path);
    document.title = title;
    const identity = await detect();
    expect(identity?.instanceId ?? null).toBe(isFound ? `${location.origin}/ui` : null);
  });

  it.each(['', ' ', '/', location.origin, `${location.origin}/base`])(
    'that manages its own server, %j, is found',
    async (base) => {
      localStorage.setItem('proxy_base_url', base);
      expect(await detect()).not.toBeNull();
    },
  );

  it.each(['https://proxy.example:8000', 'http://[', `http://user:x@other.example/`])(
    'that manages another server, %s, says to open that one’s page',
    async (base) => {
      localStorage.setItem('proxy_base_url', base);
      await expect(detect()).rejects.toMatchObject({
        code: 'page-protocol',
        message: expect.stringMatching(/^This page manages another server/),
        remedy: say('kit.server.anotherRemedy'),
      });
      await expect(detect()).rejects.not.toMatchObject({ message: expect.stringContaining('user:x') });
    },
  );

  it('whose storage the browser blocks manages its own server', async () => {
    const getItem = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Blocked.', 'SecurityError');
    });
    expect(await detect()).not.toBeNull();
    getItem.mockRestore();
  });

  it('keeps its key to itself: it isn’t read', async () => {
    const getItem = vi.spyOn(Storage.prototype, 'getItem');
    await detect();
    createLlmProxyPage(document).subscribe(() => undefined, subscription.signal);
    expect(getItem.mock.calls).toEqual([['proxy_base_url']]);
    getItem.mockRestore();
  });
});

/** Replaces the page’s elements, as it does on each poll. */
function show(...rules: string[]): void {
  const main = document.createElement('main');
  for (const text of ['Settings', 'Model Filters', ...rules]) {
    const badge = document.createElement('span');
    badge.textContent = text;
    main.append(badge);
  }
  document.body.replaceChildren(main);
}

/** Lets the observer and its pause pass. */
async function settle(): Promise<void> {
  await Promise.resolve();
  vi.advanceTimersByTime(1_000);
}

describe('a change of the web UI', () => {
  it('is noticed when the shown filters differ, and not when they are drawn again', async () => {
    show('ignore: a', 'whitelist: b');
    const onChange = vi.fn();
    createLlmProxyPage(document).subscribe(onChange, subscription.signal);
    show('ignore: a', 'whitelist: b');
    await settle();
    expect(onChange).not.toHaveBeenCalled();
    show('ignore: a', 'ignore: c');
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
    show();
    await settle();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('is noticed when the connection to the server is lost, and when it is back', async () => {
    show();
    const header = document.createElement('header');
    const state = document.createElement('span');
    header.append(state);
    document.body.prepend(header);
    state.textContent = 'Live';
    const onChange = vi.fn();
    createLlmProxyPage(document).subscribe(onChange, subscription.signal);
    for (const [index, text] of ['Disconnected', 'Live'].entries()) {
      state.textContent = text;
      await settle();
      expect(onChange).toHaveBeenCalledTimes(index + 1);
    }
  });

  it('is noticed when the page goes elsewhere without loading', async () => {
    show('ignore: a');
    const onChange = vi.fn();
    createLlmProxyPage(document).subscribe(onChange, subscription.signal);
    history.pushState(null, '', '/ui/credentials');
    show();
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('is noticed when the user comes back, or when the page sends requests that change something', () => {
    const onChange = vi.fn();
    createLlmProxyPage(document).subscribe(onChange, subscription.signal);
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    for (const observe of observers) {
      observe(['http://p.example/v1/admin/config/model-filters/openai']);
      observe(['http://p.example/v1/admin/credentials/api-key']);
      // What it polls.
      observe(['http://p.example/v1/admin/config', 'http://p.example/v1/models']);
    }
    expect(onChange).toHaveBeenCalledTimes(4);
  });

  it('is not noticed after the subscription ended, and no timer is left', async () => {
    show('ignore: a');
    const onChange = vi.fn();
    createLlmProxyPage(document).subscribe(onChange, subscription.signal);
    show('ignore: b');
    await Promise.resolve();
    expect(vi.getTimerCount()).toBe(1);
    subscription.abort();
    expect(vi.getTimerCount()).toBe(0);
    show('ignore: c');
    await settle();
    window.dispatchEvent(new Event('focus'));
    expect(onChange).not.toHaveBeenCalled();
    expect(observers.size).toBe(0);
  });
});
