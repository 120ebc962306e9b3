// @document
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageProtocolClient, identifyPage, MAX_DETAIL_LENGTH } from '@/src/adapters/kit/page-protocol';

const signal = new AbortController().signal;
const client = createPageProtocolClient(document);
let listening = new AbortController();

/** Answers each request with the result of `respond`, as the page's script would. */
function onRequest(respond: (request: Record<string, unknown>) => unknown): void {
  const answer = (event: Event) => {
    const detail = respond(JSON.parse((event as CustomEvent<string>).detail));
    if (detail === undefined) return;
    const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
    document.dispatchEvent(new CustomEvent('steward:response', { detail: text }));
  };
  document.addEventListener('steward:request', answer, { signal: listening.signal });
}

const ask = (options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  client.request('get-state', { a: 1 }, { timeoutMs: 1_000, signal, ...options });

afterEach(() => {
  listening.abort();
  listening = new AbortController();
  vi.useRealTimers();
});

describe('a request over the page protocol', () => {
  it('is sent as a JSON string and resolves with the page’s result', async () => {
    onRequest((request) => ({ ...request, body: { ok: true, result: request } }));
    expect(await ask()).toEqual({
      ok: true,
      result: {
        protocol: 'steward-page',
        version: 1,
        requestId: expect.any(String),
        type: 'get-state',
        body: { a: 1 },
      },
    });
  });

  it('resolves with the page’s refusal', async () => {
    onRequest((request) => ({
      ...request,
      body: { ok: false, error: { code: 'not-ready', message: 'Wait.' } },
    }));
    expect(await ask()).toEqual({ ok: false, code: 'not-ready', message: 'Wait.' });
  });

  it('is matched to its own answer, in whatever order answers arrive', async () => {
    const requests: Record<string, unknown>[] = [];
    onRequest((request) => void requests.push(request));
    const asked = [ask(), ask()];
    for (const request of requests.reverse()) {
      const body = { ok: true, result: request.requestId };
      document.dispatchEvent(
        new CustomEvent('steward:response', { detail: JSON.stringify({ ...request, body }) }),
      );
    }
    expect(await Promise.all(asked)).toEqual(
      requests.reverse().map(({ requestId }) => ({ ok: true, result: requestId })),
    );
  });

  it.each([
    ['no body', {}],
    ['no result', { body: { ok: true } }],
    ['a refusal without words', { body: { ok: false, error: { code: 'x' } } }],
    ['another type', { type: 'hello', body: { ok: true, result: 1 } }],
  ])('rejects an answer with %s', async (_, answer) => {
    onRequest(({ body: _body, ...request }) => ({ ...request, ...answer }));
    await expect(ask()).rejects.toMatchObject({ name: 'StewardError', code: 'page-protocol' });
  });

  it.each<[string, (request: Record<string, unknown>) => unknown]>([
    ['what isn’t JSON', () => 'hello'],
    ['another protocol', (request) => ({ ...request, protocol: 'x', body: { ok: true, result: 1 } })],
    ['another version', (request) => ({ ...request, version: 2, body: { ok: true, result: 1 } })],
    ['another request', (request) => ({ ...request, requestId: '__proto__', body: { ok: true, result: 1 } })],
    [
      'what is too long and names no request',
      ({ body: _body, ...request }) => ({
        body: { ok: true, result: 'x'.repeat(MAX_DETAIL_LENGTH) },
        ...request,
      }),
    ],
  ])('ignores %s as an answer, and times out', async (_, respond) => {
    vi.useFakeTimers();
    onRequest(respond);
    const rejected = expect(ask()).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(1_000);
    await rejected;
  });

  /** An answer whose result is nested this many lists deep. */
  const nested = (request: Record<string, unknown>, levels: number) =>
    JSON.stringify({ ...request, body: { ok: true, result: '?' } }).replace(
      '"?"',
      '['.repeat(levels) + ']'.repeat(levels),
    );

  it.each<[string, (request: Record<string, unknown>) => unknown, string]>([
    [
      'is too long',
      (request) => ({ ...request, body: { ok: true, result: 'x'.repeat(MAX_DETAIL_LENGTH) } }),
      'longer than 8388608 characters',
    ],
    ['is nested a level too deep', (request) => nested(request, 31), 'more than 32 levels'],
    ['is nested 5,000 levels deep', (request) => nested(request, 5_000), 'more than 32 levels'],
    ['is nested a million levels deep', (request) => nested(request, 1e6), 'more than 32 levels'],
  ])('rejects at once an answer that %s, and names the limit', async (_, respond, limit) => {
    onRequest(respond);
    await expect(ask()).rejects.toMatchObject({
      name: 'StewardError',
      code: 'page-protocol',
      message: 'The page’s answer is larger than Steward accepts.',
      details: `get-state: ${limit}`,
    });
  });

  it('accepts an answer that is nested as deep as the limit allows', async () => {
    onRequest((request) => nested(request, 30));
    expect(await ask()).toMatchObject({ ok: true });
  });

  it('is aborted by its signal', async () => {
    const controller = new AbortController();
    const asked = ask({ signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'aborted' });
    await expect(ask({ signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('is rejected when the page is unloaded', async () => {
    const asked = ask();
    window.dispatchEvent(new Event('pagehide'));
    await expect(asked).rejects.toMatchObject({ code: 'page-gone' });
  });

  it('is refused when it is too long to send', async () => {
    const body = { text: 'x'.repeat(MAX_DETAIL_LENGTH) };
    await expect(client.request('apply-state', body, { timeoutMs: 1, signal })).rejects.toMatchObject({
      code: 'page-protocol',
    });
  });
});

describe('notices', () => {
  it.each([
    ['a change', { protocol: 'steward-page', version: 1, type: 'state-changed', body: { revision: 2 } }, 1],
    ['another version', { protocol: 'steward-page', version: 2, type: 'state-changed' }, 0],
    ['another type', { protocol: 'steward-page', version: 1, type: 'x' }, 0],
  ])('are recognized only in the protocol’s own format: %s', (_, notice, times) => {
    const onNotice = vi.fn();
    client.onNotice(onNotice, listening.signal);
    document.dispatchEvent(new CustomEvent('steward:notice', { detail: JSON.stringify(notice) }));
    expect(onNotice).toHaveBeenCalledTimes(times);
  });

  it('are ignored after the signal aborts', () => {
    const controller = new AbortController();
    const onNotice = vi.fn();
    client.onNotice(onNotice, controller.signal);
    controller.abort();
    const notice = { protocol: 'steward-page', version: 1, type: 'state-changed', body: {} };
    document.dispatchEvent(new CustomEvent('steward:notice', { detail: JSON.stringify(notice) }));
    expect(onNotice).not.toHaveBeenCalled();
  });
});

describe('showing what is named', () => {
  const hello = { pageType: 'model-filter', instanceId: 'one', title: 'Models' };

  it.each<[string, object, object]>([
    ['that says that it can', { ...hello, canShow: true }, { canShow: true }],
    ['that does not say so', hello, {}],
    ['that says something else', { ...hello, canShow: 'yes' }, {}],
  ])('is offered for a page %s: %j', async (_, result, offered) => {
    document.head.innerHTML = '<meta name="steward-page-protocol" content="1">';
    onRequest((request) => ({ ...request, body: { ok: true, result } }));
    const identity = { instanceId: 'one', title: 'Models' };
    expect(await identifyPage(client, 'model-filter', signal)).toEqual({ ...identity, ...offered });
  });
});

it.each([
  ['5 s after loading, as for a sign-in page, ends after two waits', 5_000, [100, 200]],
  ['less than 5 s after loading ends after four waits', 4_999, [100, 200, 500, 1_200]],
])('the attempt to identify a page that doesn’t answer, %s', async (_, ageMs, waits) => {
  document.head.innerHTML = '<meta name="steward-page-protocol" content="1">';
  vi.useFakeTimers();
  try {
    vi.spyOn(performance, 'now').mockReturnValue(ageMs);
    let isOver = false;
    void identifyPage(client, 'model-filter', signal).then((page) => {
      expect(page).toBeNull();
      isOver = true;
    });
    const inAll = waits.reduce((sum, ms) => sum + ms);
    await vi.advanceTimersByTimeAsync(inAll - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
