import { expect, it } from 'vitest';
import { type CatalogueApi, createCatalogueApi } from '@/playground/page/api/catalogue-api';

const filters = { openai: { ignore: ['a'], whitelist: [] } };
const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

function apiAnswering(answer: (init: RequestInit) => Promise<Response>, key: string | null = null) {
  const calls: (RequestInit & { path: string })[] = [];
  const api = createCatalogueApi({
    fetch: async (path, init) => {
      calls.push({ path, ...init });
      return answer(init);
    },
    readKey: () => key,
    timeoutMs: 50,
  });
  return { api, calls };
}

it.each<[string, object, (api: CatalogueApi) => Promise<unknown>, result: unknown, call: object]>([
  [
    'a provider by its encoded name, its models sorted',
    { provider: 'a/b', models: ['b', 'a', 'b'] },
    (api) => api.getModels('a/b'),
    ['a', 'b'],
    { path: '/v1/admin/catalogue/a%2Fb' },
  ],
  [
    'the list that clients get',
    { object: 'list', data: [{ id: 'b', object: 'model' }, { id: 'a' }] },
    (api) => api.getListedModels(),
    ['b', 'a'],
    { path: '/v1/models' },
  ],
  [
    'a save of filters and base in one',
    { providers: ['openai'] },
    (api) => api.saveFilters(filters, {}),
    ['openai'],
    { method: 'PUT', body: JSON.stringify({ filters, base: {} }) },
  ],
])('requests %s', async (_, answer, ask, result, call) => {
  const { api, calls } = apiAnswering(json(answer));
  expect(await ask(api)).toEqual(result);
  expect(calls).toMatchObject([call]);
});

it.each([
  [null, null],
  ['k1', 'Bearer k1'],
])('sends the key %s', async (key, header) => {
  const { api, calls } = apiAnswering(json({ instanceId: 'x', providers: [], filters: {} }), key);
  await api.getCatalogue();
  expect(new Headers(calls[0]?.headers).get('authorization')).toBe(header);
});

it.each<[string, (init: RequestInit) => Promise<Response>, string, string]>([
  ['a missing key', json({ detail: 'Wrong key.' }, 401), 'unauthorised', 'Wrong key.'],
  ['a refusal', json({ detail: 'No.' }, 422), 'refused', 'No.'],
  ['an error page', async () => new Response('<p>', { status: 502 }), 'failed', 'with status 502.'],
  ['another form', json({ models: 3 }), 'unexpected-answer', '/v1/admin/catalogue/p has an unknown form.'],
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'unreachable', 'did not answer.'],
  [
    'no answer in time',
    ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    'unreachable',
    '0.05 s',
  ],
])('reports %s', async (_, answer, code, words) => {
  const error = { code, message: expect.stringContaining(words) };
  await expect(apiAnswering(answer).api.getModels('p')).rejects.toMatchObject(error);
});

it('returns the saved rules of a conflict', async () => {
  const { api } = apiAnswering(json({ detail: 'Changed.', saved: filters }, 409));
  await expect(api.saveFilters({}, {})).rejects.toMatchObject({ code: 'conflict', saved: filters });
});
