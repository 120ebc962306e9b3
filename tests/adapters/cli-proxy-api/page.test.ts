import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCliProxyPage } from '@/src/adapters/cli-proxy-api/page';
import { FakePerformanceObserver, observers } from '../kit/fake-performance-observer';

const { signal } = new AbortController();
const TITLE = 'CLI Proxy API Management Center';

/** The parts of a document that the detector uses. */
function fakeDocument(path: string, title: string) {
  const page = new EventTarget();
  const view = Object.assign(new EventTarget(), {
    PerformanceObserver: FakePerformanceObserver,
    performance: { getEntriesByType: () => loaded.map((name) => ({ name })) },
  });
  return Object.assign(page, {
    title,
    location: { origin: 'http://proxy.example', pathname: path },
    visibilityState: 'visible',
    defaultView: view,
  });
}

/** The addresses that the document has loaded before it is watched. */
let loaded: string[] = [];

const request = (path: string, origin = 'http://proxy.example') => {
  for (const observe of observers) observe([`${origin}/v0/management/${path}`]);
};

afterEach(() => {
  observers.clear();
  loaded = [];
});

describe('the management page', () => {
  it.each([
    ['at its address, with its title', '/management.html', TITLE, true],
    ['under a path', '/proxy/management.html', TITLE, true],
    ['with another title', '/management.html', 'Another admin page', false],
    ['at another address', '/index.html', TITLE, false],
  ])('%s', async (_, path, title, isFound) => {
    const identity = await createCliProxyPage(fakeDocument(path, title) as never).detect(signal);
    expect(identity !== null).toBe(isFound);
    if (isFound) expect(identity?.instanceId).toBe(`http://proxy.example${path}`);
  });

  it('may have changed when the user comes back to it, or when it sent requests about exclusions', () => {
    const document = fakeDocument('/management.html', TITLE);
    const onChange = vi.fn();
    const subscription = new AbortController();
    createCliProxyPage(document as never).subscribe(onChange, subscription.signal);
    document.defaultView.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    request('config');
    onChange.mockClear();
    request('oauth-excluded-models');
    request('gemini-api-key?index=0');
    request('openai-compatibility');
    document.dispatchEvent(new Event('visibilitychange'));
    document.defaultView.dispatchEvent(new Event('focus'));
    expect(onChange).toHaveBeenCalledTimes(5);
    request('logs');
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(onChange).toHaveBeenCalledTimes(5);
    subscription.abort();
    document.defaultView.dispatchEvent(new Event('focus'));
    request('oauth-excluded-models');
    expect(onChange).toHaveBeenCalledTimes(5);
  });
  it('is refused while its newest request went to another server, and reported when that changes', async () => {
    const another = { code: 'page-protocol', message: expect.stringContaining('http://twin.example:8317') };
    loaded = ['http://proxy.example/v0/management/config', 'http://twin.example:8317/v0/management/config'];
    const document = fakeDocument('/management.html', TITLE);
    const page = createCliProxyPage(document as never);
    await expect(page.detect(signal)).rejects.toMatchObject(another);
    loaded.push('http://proxy.example/v0/management/usage', 'http://other.example/models');
    await expect(page.detect(signal)).resolves.not.toBeNull();
    const onChange = vi.fn();
    page.subscribe(onChange, signal);
    request('usage', 'http://twin.example:8317');
    expect(onChange).toHaveBeenCalledOnce();
    await expect(page.detect(signal)).rejects.toMatchObject(another);
    request('usage');
    await expect(page.detect(signal)).resolves.not.toBeNull();
  });
});
