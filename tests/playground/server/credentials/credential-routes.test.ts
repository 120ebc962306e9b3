import { describe, expect, it } from 'vitest';
import { startTestProxy } from '../start-test-proxy';

const KEYS = '/v1/admin/credentials/api-key';
const BATCH = '/v1/admin/credentials/batch-delete';
const LONG = 'sk-abcdefghijklmnop';
const ENV = `# mine\nOPENAI_API_KEY=${LONG}\nIGNORE_MODELS_OPENAI=a\nOPENAI_API_KEY_3="short" # three\nGROQ_API_KEY=gsk\n`;

describe('an API key', () => {
  it('is stored under the next name, and listed masked', async () => {
    const proxy = await startTestProxy({ env: '# mine\nIGNORE_MODELS_OPENAI=a\n' });
    const add = async (provider: string, key: string) =>
      (await proxy.call('POST', KEYS, { provider, key })).body;
    expect(await add('OpenAI', LONG)).toEqual({ key_name: 'OPENAI_API_KEY', hot_loaded: false });
    expect(await add('openai', 'second')).toMatchObject({ key_name: 'OPENAI_API_KEY_1' });
    expect(await add('mine_2', "it's\\")).toMatchObject({ key_name: 'MINE_2_API_KEY' });
    expect(await proxy.readEnv()).toBe(
      `# mine\nIGNORE_MODELS_OPENAI=a\nOPENAI_API_KEY='${LONG}'\nOPENAI_API_KEY_1='second'\nMINE_2_API_KEY='it\\'s\\\\'\n`,
    );
    const { body } = await proxy.call('GET', '/v1/admin/credentials');
    expect(body).toMatchObject({
      api_keys: {
        openai: [
          { key_name: 'OPENAI_API_KEY', masked_value: 'sk-a...mnop', provider: 'openai' },
          { key_name: 'OPENAI_API_KEY_1', masked_value: '***', provider: 'openai' },
        ],
        mine_2: [{ key_name: 'MINE_2_API_KEY', masked_value: '***' }],
        groq: [{ masked_value: 'demo…none' }],
      },
      oauth: {},
    });
    expect(JSON.stringify(body)).not.toContain('second');
    expect((await proxy.call('GET', '/v1/admin/config')).body).toMatchObject({
      providers: { openai: { api_key_count: 2 }, mine_2: { api_key_count: 1 }, groq: { api_key_count: 1 } },
    });
    expect((await proxy.call('GET', '/v1/health')).body).toMatchObject({ credentials: { total: 3 } });
  });

  it('gets a number above the largest in use', async () => {
    const proxy = await startTestProxy({ env: ENV });
    const answer = await proxy.call('POST', KEYS, { provider: 'openai', key: 'k' });
    expect(answer.body).toMatchObject({ key_name: 'OPENAI_API_KEY_4' });
  });

  it.each([
    ['no provider', { key: 'k' }, 'provider'],
    ['a hyphen', { provider: 'x-ai', key: 'k' }, 'provider'],
    ['a long name', { provider: 'a'.repeat(51), key: 'k' }, 'provider'],
    ['an empty key', { provider: 'openai', key: '' }, 'key'],
    ['a long key', { provider: 'openai', key: 'k'.repeat(501) }, 'key'],
    ['a line break', { provider: 'openai', key: 'k\nIGNORE_MODELS_OPENAI=*' }, 'line breaks'],
    ['a blank at the end', { provider: 'openai', key: 'k ' }, 'blanks'],
    ['the proxy’s own name', { provider: 'Proxy', key: 'k' }, '--api-key'],
    ['the upstream’s name', { provider: 'upstream', key: 'k' }, 'UPSTREAM_API_KEY'],
    [
      'a name that would make a rule of it',
      { provider: 'ignore_models_openai', key: 'k' },
      'another setting',
    ],
    ['no JSON', '{', 'JSON'],
  ])('is refused with %s, and nothing is saved', async (_, body, words) => {
    const proxy = await startTestProxy({ env: ENV });
    const answer = await proxy.call('POST', KEYS, body);
    expect(answer).toEqual({ status: 422, body: { detail: expect.stringContaining(words) } });
    expect(await proxy.readEnv()).toBe(ENV);
  });

  it('is not found by a name that all objects have', async () => {
    const proxy = await startTestProxy();
    const answer = await proxy.call('POST', KEYS, { provider: '__proto__', key: 'k' });
    expect(answer.body).toMatchObject({ key_name: '__PROTO___API_KEY' });
  });

  it('is deleted by its name, and nothing else of the file changes', async () => {
    const proxy = await startTestProxy({ env: ENV });
    const answer = await proxy.call('DELETE', `${KEYS}/OpenAI/OPENAI_API_KEY_3`);
    expect(answer).toEqual({ status: 200, body: { deleted: 'OPENAI_API_KEY_3', removed_from_proxy: false } });
    expect(await proxy.readEnv()).toBe(ENV.replace('OPENAI_API_KEY_3="short" # three\n', ''));
  });

  it.each([
    ['openai/OPENAI_API_KEY_9', 404],
    ['cohere/COHERE_API_KEY', 404],
    ['openai/IGNORE_MODELS_OPENAI', 404],
    ['openai/GROQ_API_KEY', 400],
  ])('is not deleted as %s', async (path, status) => {
    const proxy = await startTestProxy({ env: ENV });
    expect(await proxy.call('DELETE', `${KEYS}/${path}`)).toEqual({
      status,
      body: { detail: expect.stringMatching(/\w/) },
    });
    expect(await proxy.readEnv()).toBe(ENV);
  });
});

describe('deleting several credentials', () => {
  const item = (provider: string, key_name: string) => ({ type: 'api_key', provider, key_name });
  const BOTH = [item('openai', 'OPENAI_API_KEY'), item('groq', 'GROQ_API_KEY')];

  it.each([
    ['said to be a dry run', { dry_run: true, confirm: true }],
    ['said nothing', {}],
  ])('shows what would be deleted when it is %s', async (_, more) => {
    const proxy = await startTestProxy({ env: ENV });
    const { status, body } = await proxy.call('POST', BATCH, { items: BOTH, ...more });
    expect(status).toBe(200);
    expect(body).toEqual({
      dry_run: true,
      candidates: BOTH.map(({ type, provider, key_name }) => ({
        type,
        provider,
        identifier: key_name,
        key_name,
      })),
      deleted: [],
      errors: [],
    });
    expect(await proxy.readEnv()).toBe(ENV);
  });

  it('deletes all of them in one step if it is confirmed', async () => {
    const proxy = await startTestProxy({ env: ENV });
    const { body } = await proxy.call('POST', BATCH, { items: BOTH, dry_run: false, confirm: true });
    expect(body).toMatchObject({
      dry_run: false,
      deleted: [{ key_name: 'OPENAI_API_KEY' }, { key_name: 'GROQ_API_KEY' }],
    });
    expect(await proxy.readEnv()).toBe('# mine\nIGNORE_MODELS_OPENAI=a\nOPENAI_API_KEY_3="short" # three\n');
  });

  it.each([
    ['an unknown key', item('openai', 'OPENAI_API_KEY_7'), 404],
    ['another provider’s', item('openai', 'GROQ_API_KEY'), 400],
    ['one of them twice', item('groq', 'GROQ_API_KEY'), 400],
    ['no name', { type: 'api_key', provider: 'openai' }, 400],
    ['an OAuth credential', { type: 'oauth', provider: 'x', filename: 'x_oauth_1.json' }, 404],
    ['an OAuth credential without a file', { type: 'oauth', provider: 'x' }, 400],
  ])('deletes none if one of them is %s', async (_, extra, status_code) => {
    const proxy = await startTestProxy({ env: ENV });
    const { status, body } = await proxy.call('POST', BATCH, {
      items: [...BOTH, extra],
      dry_run: false,
      confirm: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      deleted: [],
      errors: [{ status_code, detail: expect.stringMatching(/\w/) }],
    });
    expect(await proxy.readEnv()).toBe(ENV);
  });

  it.each([
    ['nothing to delete', { items: [], dry_run: true }, 400],
    ['nothing said', {}, 400],
    ['no confirmation', { items: BOTH, dry_run: false }, 400],
    ['an unknown type', { items: [{ ...BOTH[0], type: 'password' }] }, 422],
  ])('is refused with %s', async (_, body, status) => {
    const proxy = await startTestProxy({ env: ENV });
    expect(await proxy.call('POST', BATCH, body)).toEqual({ status, body: { detail: expect.any(String) } });
    expect(await proxy.readEnv()).toBe(ENV);
  });
});

describe('a custom provider', () => {
  const CUSTOM = '/v1/admin/credentials/custom-provider';
  const MINE = { name: 'Mine', base_url: 'https://mine.example/v1', api_key: LONG };

  it('is saved with its base URL and its key, and listed', async () => {
    const proxy = await startTestProxy({ env: 'KEEP=1\n' });
    const answer = await proxy.call('POST', CUSTOM, MINE);
    expect(answer).toMatchObject({ status: 200, body: { provider: 'Mine', plugin_registered: false } });
    expect(await proxy.readEnv()).toBe(
      `KEEP=1\nMINE_API_BASE='https://mine.example/v1'\nMINE_API_KEY='${LONG}'\n`,
    );
    expect((await proxy.call('GET', '/v1/admin/config')).body).toMatchObject({
      custom_providers: { mine: 'https://mine.example/v1' },
      providers: { mine: { api_key_count: 1, has_custom_base: true } },
    });
  });

  it.each([
    ['no key', { ...MINE, api_key: '' }, 'api_key'],
    ['no address', { name: 'mine', api_key: 'k' }, 'base_url'],
    ['another protocol', { ...MINE, base_url: 'ftp://mine.example' }, 'http or https'],
    ['a name with a blank', { ...MINE, name: 'my own' }, 'name'],
    ['the proxy’s own name', { ...MINE, name: 'PROXY' }, '--api-key'],
  ])('is refused with %s', async (_, body, words) => {
    const proxy = await startTestProxy({ env: ENV });
    const answer = await proxy.call('POST', CUSTOM, body);
    expect(answer).toEqual({ status: 422, body: { detail: expect.stringContaining(words) } });
    expect(await proxy.readEnv()).toBe(ENV);
  });
});

describe('routes without data in the playground', () => {
  it.each([
    ['GET', '/v1/admin/oauth/providers', undefined, 200, { providers: [] }],
    ['GET', '/v1/admin/proxies', undefined, 200, { proxies: [], default: null }],
    ['PUT', '/v1/admin/credentials/proxy', { credential_slug: 'a', proxy_name: null }, 200, { ok: true }],
    ['PUT', '/v1/admin/credentials/proxy', { credential_slug: 'a', proxy_name: 'b' }, 404, null],
    ['PUT', '/v1/admin/credentials/proxy', { proxy_name: 'b' }, 422, null],
    ['POST', '/v1/admin/oauth/start', { provider: 'copilot' }, 400, null],
    ['POST', '/v1/admin/oauth/start', {}, 422, null],
    ['GET', '/v1/admin/oauth/status/f', undefined, 404, null],
    ['POST', '/v1/admin/oauth/callback', { flow_id: 'f', code: 'c' }, 404, null],
    ['DELETE', '/v1/admin/credentials/oauth/copilot/copilot_oauth_1.json', undefined, 404, null],
    ['POST', '/v1/admin/credentials/oauth/x/y/clear-health', { confirm: true }, 404, null],
    ['POST', '/v1/admin/credentials/oauth/x/y/clear-health', { reason: 'r' }, 400, null],
  ])('%s %s with %j answers %i', async (method, path, request, status, body) => {
    const proxy = await startTestProxy();
    expect(await proxy.call(method, path, request)).toEqual({
      status,
      body: body ?? { detail: expect.stringMatching(/\w{3}.*\.$/) },
    });
  });
});

describe('the latest aliases', () => {
  it('are returned with a flag for an existing target', async () => {
    const env = [
      'MODEL_LATEST_BEST=openai/gpt-4o',
      'MODEL_LATEST_OLD=openai/gpt-4',
      'MODEL_LATEST_NONE=openai/gpt-99',
      'MODEL_LATEST_STRIP_SUFFIXES=-preview, -exp',
      'IGNORE_MODELS_OPENAI=gpt-4',
    ].join('\n');
    const proxy = await startTestProxy({ env });
    expect((await proxy.call('GET', '/v1/admin/latest-aliases')).body).toEqual({
      aliases: [
        { alias: 'best', target: 'openai/gpt-4o', status: 'visible' },
        { alias: 'old', target: 'openai/gpt-4', status: 'hidden' },
        { alias: 'none', target: 'openai/gpt-99', status: 'unknown' },
      ],
      strip_suffixes: ['-preview', '-exp'],
    });
    const { body } = await proxy.call('GET', '/v1/admin/config');
    expect(body).toMatchObject({ strip_suffixes: ['-preview', '-exp'] });
    expect((body as { latest_aliases: object }).latest_aliases).not.toHaveProperty('strip_suffixes');
  });
});
