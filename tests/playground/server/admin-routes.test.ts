import { describe, expect, it } from 'vitest';
import { startTestProxy } from './start-test-proxy';

const FILTERS = '/v1/admin/config/model-filters';

describe('the rules of one provider', () => {
  it('take effect at once when saved, and are returned as saved', async () => {
    const proxy = await startTestProxy({ env: '# mine\nKEEP=1\n' });
    expect(await proxy.listIds()).toContain('openai/o1-preview');
    const rules = { ignore: ['*-preview*', "it's \\"], whitelist: ['gpt-4-1106-preview'] };
    const answer = await proxy.call('PUT', `${FILTERS}/openai`, rules);
    expect(answer).toEqual({ status: 200, body: { provider: 'openai', updated: true } });

    const ids = await proxy.listIds();
    expect(ids).not.toContain('openai/o1-preview');
    expect(ids).toContain('openai/gpt-4-1106-preview');
    expect((await proxy.call('GET', '/v1/admin/catalogue')).body).toMatchObject({
      filters: { openai: rules },
    });
    expect(await proxy.readEnv()).toBe(
      `# mine\nKEEP=1\nIGNORE_MODELS_OPENAI='*-preview*,it\\'s \\\\'\nWHITELIST_MODELS_OPENAI='gpt-4-1106-preview'\n`,
    );
  });

  it.each([
    ['a missing list', 'openai', { ignore: [] }, 'whitelist'],
    ['an unknown field', 'openai', { ignore: [], whitelist: [], extra: [] }, 'extra'],
    ['a list of other things', 'openai', { ignore: [1], whitelist: [] }, 'ignore.0'],
    ['no JSON', 'openai', '{', 'JSON'],
    ['an unknown provider', 'nobody', { ignore: [], whitelist: [] }, '"nobody"'],
    ['a comma', 'openai', { ignore: ['a', 'b,c'], whitelist: [] }, 'ignore rule 2 of openai, "b,c"'],
    ['an empty rule', 'openai', { ignore: [], whitelist: [''] }, 'whitelist rule 1'],
    ['a rule given twice', 'openai', { ignore: ['a', 'a'], whitelist: [] }, 'only once'],
  ])('are refused with %s, and nothing is saved', async (_, provider, body, words) => {
    const env = 'IGNORE_MODELS_OPENAI=keep\n';
    const proxy = await startTestProxy({ env });
    const answer = await proxy.call('PUT', `${FILTERS}/${provider}`, body);
    expect(answer).toEqual({ status: 422, body: { detail: expect.stringContaining(words) } });
    expect(await proxy.readEnv()).toBe(env);
  });
});

it('reports an unknown route', async () => {
  const proxy = await startTestProxy();
  expect(await proxy.call('DELETE', '/v1/models')).toEqual({
    status: 404,
    body: { detail: 'The playground has no route DELETE /v1/models.' },
  });
});
