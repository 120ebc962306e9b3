import { describe, expect, it } from 'vitest';
import { createCatalogueApi } from '@/playground/page/api/catalogue-api';

interface Call {
  path: string;
  init: RequestInit;
}

function apiAnswering(answer: () => Response | Promise<Response>, key: string | null = null) {
  const calls: Call[] = [];
  const api = createCatalogueApi({
    fetch: async (path, init) => {
      calls.push({ path, init });
      return answer();
    },
    readKey: () => key,
    timeoutMs: 1_000,
  });
  return { api, calls };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

describe('the catalogue API', () => {
  it('requests a provider by its encoded name and sorts its models', async () => {
    const { api, calls } = apiAnswering(json({ provider: 'a/b', models: ['b', 'a', 'b'] }));
    expect(await api.getModels('a/b')).toEqual(['a', 'b']);
    expect(calls[0]?.path).toBe('/v1/admin/catalogue/a%2Fb');
  });

  it.each([
    ['no key', null, undefined],
    ['its key', 'k1', 'Bearer k1'],
  ])('sends %s', async (_, key, header) => {
    const { api, calls } = apiAnswering(json({ instanceId: 'x', providers: [], filters: {} }), key);
    await api.getCatalogue();
    expect(new Headers(calls[0]?.init.headers).get('authorization')).toBe(header ?? null);
  });

  it('requests the list that clients get', async () => {
    const { api, calls } = apiAnswering(
      json({ object: 'list', data: [{ id: 'b', object: 'model' }, { id: 'a' }] }),
    );
    expect(await api.getListedModels()).toEqual(['b', 'a']);
    expect(calls[0]?.path).toBe('/v1/models');
  });

  it('sends filters and base in one request', async () => {
    const { api, calls } = apiAnswering(json({ providers: ['openai'] }));
    const filters = { openai: { ignore: ['a'], whitelist: [] } };
    expect(await api.saveFilters(filters, {})).toEqual(['openai']);
    expect(calls[0]?.init.method).toBe('PUT');
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual({ filters, base: {} });
  });

  it.each<[string, () => Response | Promise<Response>, { code: string; message: string }]>([
    ['a missing key', json({ detail: 'Wrong key.' }, 401), { code: 'unauthorised', message: 'Wrong key.' }],
    ['a refusal', json({ detail: 'No.' }, 422), { code: 'refused', message: 'No.' }],
    [
      'an error page',
      () => new Response('<p>', { status: 502 }),
      { code: 'failed', message: 'The server answered with status 502.' },
    ],
    [
      'another form',
      json({ models: 3 }),
      {
        code: 'unexpected-answer',
        message: "The server's answer to /v1/admin/catalogue/p has an unknown form.",
      },
    ],
    [
      'no answer',
      () => Promise.reject(new TypeError('fetch failed')),
      { code: 'unreachable', message: 'The server did not answer.' },
    ],
  ])('reports %s', async (_, answer, error) => {
    await expect(apiAnswering(answer).api.getModels('p')).rejects.toMatchObject(error);
  });

  it('times out', async () => {
    const api = createCatalogueApi({
      fetch: (_, init) =>
        new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
      readKey: () => null,
      timeoutMs: 10,
    });
    await expect(api.getCatalogue()).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('0.01 s'),
    });
  });

  it('returns the saved rules of a conflict', async () => {
    const saved = { openai: { ignore: ['x'], whitelist: [] } };
    const { api } = apiAnswering(json({ detail: 'Changed.', saved }, 409));
    await expect(api.saveFilters({}, {})).rejects.toMatchObject({ code: 'conflict', saved });
  });
});
