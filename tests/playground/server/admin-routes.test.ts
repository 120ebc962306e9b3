import { describe, expect, it } from 'vitest';
import { startTestProxy } from './start-test-proxy';

const FILTERS = '/v1/admin/config/model-filters';

describe('the rules of one provider', () => {
  it('are empty for a provider without rules, known or not', async () => {
    const proxy = await startTestProxy();
    for (const provider of ['openai', 'nobody']) {
      const answer = await proxy.call('GET', `${FILTERS}/${provider}`);
      expect(answer).toEqual({ status: 200, body: { ignore: [], whitelist: [] } });
    }
  });

  it('take effect at once when saved, and are returned as saved', async () => {
    const proxy = await startTestProxy({ env: '# mine\nKEEP=1\n' });
    expect(await proxy.listIds()).toContain('openai/o1-preview');
    const rules = { ignore: ['*-preview*', "it's \\"], whitelist: ['gpt-4-1106-preview'] };
    const answer = await proxy.call('PUT', `${FILTERS}/openai`, rules);
    expect(answer).toEqual({ status: 200, body: { provider: 'openai', updated: true } });

    const ids = await proxy.listIds();
    expect(ids).not.toContain('openai/o1-preview');
    expect(ids).toContain('openai/gpt-4-1106-preview');
    expect((await proxy.call('GET', `${FILTERS}/openai`)).body).toEqual(rules);
    expect(await proxy.readEnv()).toBe(
      `# mine\nKEEP=1\nIGNORE_MODELS_OPENAI='*-preview*,it\\'s \\\\'\nWHITELIST_MODELS_OPENAI='gpt-4-1106-preview'\n`,
    );
  });

  it('stop hiding models when the list is emptied', async () => {
    const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=*\nKEEP=1\n' });
    expect(await proxy.listIds()).not.toContain('openai/gpt-4o');
    await proxy.call('PUT', `${FILTERS}/openai`, { ignore: [], whitelist: [] });
    expect(await proxy.listIds()).toContain('openai/gpt-4o');
    expect(await proxy.readEnv()).toBe('KEEP=1\n');
  });

  it.each([
    ['a missing list', 'openai', { ignore: [] }, 'whitelist'],
    ['an unknown field', 'openai', { ignore: [], whitelist: [], extra: [] }, 'extra'],
    ['a list of other things', 'openai', { ignore: [1], whitelist: [] }, 'ignore.0'],
    ['no JSON', 'openai', '{', 'JSON'],
    ['an unknown provider', 'nobody', { ignore: [], whitelist: [] }, '"nobody"'],
    ['a comma', 'openai', { ignore: ['a', 'b,c'], whitelist: [] }, 'ignore rule 2 of openai, "b,c"'],
    ['an empty rule', 'openai', { ignore: [], whitelist: [''] }, 'whitelist rule 1'],
    ['blanks at the end', 'openai', { ignore: ['a '], whitelist: [] }, 'blank'],
    ['a line break', 'openai', { ignore: ['a\nb'], whitelist: [] }, 'line break'],
    ['a rule given twice', 'openai', { ignore: ['a', 'a'], whitelist: [] }, 'only once'],
  ])('are refused with %s, and nothing is saved', async (_, provider, body, words) => {
    const env = 'IGNORE_MODELS_OPENAI=keep\n';
    const proxy = await startTestProxy({ env });
    const answer = await proxy.call('PUT', `${FILTERS}/${provider}`, body);
    expect(answer).toEqual({ status: 422, body: { detail: expect.stringContaining(words) } });
    expect(await proxy.readEnv()).toBe(env);
  });

  it('may contain the same rule in both lists', async () => {
    const proxy = await startTestProxy();
    const answer = await proxy.call('PUT', `${FILTERS}/openai`, { ignore: ['a'], whitelist: ['a'] });
    expect(answer.status).toBe(200);
  });
});

describe('the configuration', () => {
  it('returns the file’s settings', async () => {
    const env = [
      'IGNORE_MODELS_OPENAI=a*, b',
      'WHITELIST_MODELS_NOBODY=c',
      'OPENAI_API_BASE=http://a',
      'MINE_API_BASE=http://b',
    ].join('\n');
    const proxy = await startTestProxy({ env });
    expect((await proxy.call('GET', '/v1/admin/config')).body).toMatchObject({
      proxy_api_key_set: false,
      providers: {
        anthropic: { api_key_count: 1, oauth_count: 0, has_custom_base: false },
        openai: { has_custom_base: true },
      },
      custom_providers: { mine: 'http://b' },
      model_filters: {
        nobody: { ignore: [], whitelist: ['c'] },
        openai: { ignore: ['a*', 'b'], whitelist: [] },
      },
    });
  });
});

describe('the other routes', () => {
  it.each([
    ['POST', '/v1/admin/reload', { status: 'ok', message: expect.stringContaining('apply already') }],
    ['GET', '/v1/health', { status: 'ok' }],
    ['GET', '/v1/providers', expect.arrayContaining(['openai', 'openrouter'])],
  ])('%s %s respond', async (method, path, expected) => {
    const proxy = await startTestProxy();
    const { status, body } = await proxy.call(method, path);
    expect(status).toBe(200);
    expect({ body }).toMatchObject({ body: expected });
  });

  it('report an unknown route', async () => {
    const proxy = await startTestProxy();
    expect(await proxy.call('DELETE', '/v1/models')).toEqual({
      status: 404,
      body: { detail: 'The playground has no route DELETE /v1/models.' },
    });
  });
});
