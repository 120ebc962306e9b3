import { describe, expect, it } from 'vitest';
import { startTestProxy, type TestProxy } from '../start-test-proxy';
import { askModel as ask } from './ask-model';

const LIST = '/v1/admin/transactions';
const CALLS = { reasoning: 'hm, so', content: 'Done.', toolCalls: [{ name: 'save', arguments: {} }] };

interface Transactions {
  transactions: { request_id: string; model: string; status: string }[];
  total: number;
}

async function list(proxy: TestProxy, query = ''): Promise<Transactions> {
  const { status, body } = await proxy.call('GET', LIST + query);
  expect(status).toBe(200);
  return body as Transactions;
}

describe('the list of transactions', () => {
  it('is empty at first', async () => {
    const proxy = await startTestProxy();
    expect(await list(proxy)).toEqual({ transactions: [], total: 0, page: 1, page_size: 20 });
  });

  it.each([
    ['whole', {}],
    ['streamed', { stream: true }],
  ])('has the outcome of a %s answer, but none of its content', async (_, more) => {
    const proxy = await startTestProxy({ planReply: () => CALLS });
    const fromMs = Date.now();
    const answer = await ask(proxy, 'demo/assistant', more);
    const told = (name: string) => Number(new RegExp(`"${name}":(\\d+)`).exec(answer)?.[1]);
    const body = await list(proxy);
    expect(body).toEqual({
      transactions: [
        {
          request_id: expect.stringMatching(/^[0-9a-f]{8}$/),
          timestamp: expect.stringMatching(/Z$/),
          provider: 'demo',
          model: 'demo/assistant',
          status: '200',
          duration_ms: expect.any(Number),
          tokens_in: told('prompt_tokens'),
          tokens_out: told('completion_tokens'),
          tokens_cached: 0,
          reasoning_tokens: told('reasoning_tokens'),
          approx_cost: null,
          prompt_preview: '',
          log_level: 'metadata',
          format: 'oai',
        },
      ],
      total: 1,
      page: 1,
      page_size: 20,
    });
    expect(told('prompt_tokens')).toBeGreaterThan(0);
    expect(told('reasoning_tokens')).toBeGreaterThan(0);
    const [entry] = body.transactions as unknown as { timestamp: string }[];
    expect(Date.parse(entry?.timestamp ?? '')).toBeGreaterThanOrEqual(fromMs);
  });

  it('has refused requests too, newest first, but none without a model', async () => {
    const proxy = await startTestProxy();
    await ask(proxy, 'demo/assistant');
    await ask(proxy, 'openai/gpt-4o');
    await ask(proxy, 'nobody');
    await ask(proxy, '');
    const { transactions } = await list(proxy);
    expect(transactions.map(({ model, status }) => `${model} ${status}`)).toEqual([
      'nobody 400',
      'openai/gpt-4o 400',
      'demo/assistant 200',
    ]);
  });

  it('is paged', async () => {
    const proxy = await startTestProxy();
    for (const model of ['a', 'b', 'c', 'd', 'e']) await ask(proxy, model);
    const models = async (query: string) => (await list(proxy, query)).transactions.map(({ model }) => model);
    expect(await models('?page_size=2')).toEqual(['e', 'd']);
    expect(await models('?page_size=2&page=3')).toEqual(['a']);
    expect(await models('?page_size=2&page=4')).toEqual([]);
    expect(await list(proxy, '?page=2&page_size=3')).toMatchObject({ total: 5, page: 2, page_size: 3 });
  });

  it.each([
    ['?provider=demo', 2],
    ['?provider=dem', 0],
    ['?model=ASSIST', 2],
    ['?model=gpt', 1],
    ['?status=success', 2],
    ['?status=error', 1],
    ['?status=', 3],
    ['?date_from=2020-01-01', 3],
    ['?date_from=2999-01-01T00:00:00', 0],
    ['?date_to=2020-01-01T00:00:00.5', 0],
    ['?date_to=2999-01-01T00:00:00%2B01:00', 3],
    ['?provider=demo&status=error', 0],
  ])('is filtered by %s', async (query, count) => {
    const proxy = await startTestProxy();
    await ask(proxy, 'demo/assistant');
    await ask(proxy, 'openai/gpt-4o');
    await ask(proxy, 'demo/assistant', { stream: true });
    const found = await list(proxy, query);
    expect(found.transactions).toHaveLength(count);
    expect(found.total).toBe(count);
  });

  it('reads a time without a zone as UTC', async () => {
    const proxy = await startTestProxy();
    await ask(proxy, 'demo/assistant');
    const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString().slice(0, -1);
    expect((await list(proxy, `?date_from=${at(-60_000)}&date_to=${at(60_000)}`)).total).toBe(1);
  });

  it.each([
    ['page=0', 'page begins with 1.'],
    ['page=x', 'page has to be a whole number.'],
    ['page_size=101', 'page_size can be 1 to 100.'],
    ['status=good', 'status can be success or error.'],
    ['date_from=soon', 'date_from has to be'],
  ])('refuses %s', async (query, words) => {
    const proxy = await startTestProxy();
    expect(await proxy.call('GET', `${LIST}?${query}`)).toEqual({
      status: 422,
      body: { detail: expect.stringContaining(words) },
    });
  });
});

describe('one transaction', () => {
  it('has its tokens, and no files', async () => {
    const proxy = await startTestProxy();
    await ask(proxy, 'demo/assistant');
    const [entry] = (await list(proxy)).transactions;
    const path = `${LIST}/${entry?.request_id}`;
    expect((await proxy.call('GET', path)).body).toMatchObject({
      request_id: entry?.request_id,
      tokens: { prompt: expect.any(Number), total: expect.any(Number), cached: 0, reasoning: 0 },
      files: [],
      has_provider_logs: false,
    });
    expect((await list(proxy, `?search=${entry?.request_id.slice(2, 6).toUpperCase()}`)).total).toBe(1);
    for (const missing of [
      `${path}/files/request.json`,
      `${path}/files/a/b`,
      `${LIST}/none`,
      `${LIST}/none/files/a`,
    ]) {
      expect(await proxy.call('GET', missing)).toEqual({ status: 404, body: { detail: expect.any(String) } });
    }
  });
});
