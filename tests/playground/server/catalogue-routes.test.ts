import { stat, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startTestProxy } from './start-test-proxy';

const SAVE = '/v1/admin/model-filters';
const rules = (...ignore: string[]) => ({ ignore, whitelist: [] });

describe('the catalogue', () => {
  it('returns providers, counts and the saved rules, keys sorted, without unknown providers', async () => {
    const env =
      'IGNORE_MODELS_OPENAI=a\nWHITELIST_MODELS_GROQ=b\nIGNORE_MODELS_NOBODY=c\nIGNORE_MODELS_COHERE=\n';
    const proxy = await startTestProxy({ env });
    const { body } = await proxy.call('GET', '/v1/admin/catalogue');
    const { instanceId, providers, filters } = body as {
      instanceId: string;
      providers: { name: string; count: number }[];
      filters: object;
    };
    expect(instanceId).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(filters)).toBe(
      JSON.stringify({ groq: { ignore: [], whitelist: ['b'] }, openai: { ignore: ['a'], whitelist: [] } }),
    );
    const { body: models } = await proxy.call('GET', '/v1/admin/catalogue/openai');
    const ids = (models as { models: string[] }).models;
    expect(models).toEqual({ provider: 'openai', models: ids.toSorted() });
    expect(providers).toContainEqual({ name: 'openai', count: ids.length });
  });

  it('identifies an instance by its file', async () => {
    const instanceOf = async () => {
      const proxy = await startTestProxy();
      const read = async () =>
        (await proxy.call('GET', '/v1/admin/catalogue')).body as { instanceId: string };
      expect((await read()).instanceId).toBe((await read()).instanceId);
      return (await read()).instanceId;
    };
    expect(await instanceOf()).not.toBe(await instanceOf());
  });

  it('includes hidden models', async () => {
    const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=*\n' });
    const { body } = await proxy.call('GET', '/v1/admin/catalogue/openai');
    expect((body as { models: string[] }).models).toContain('openai/gpt-4o');
  });

  it('has no models of an unknown provider', async () => {
    const proxy = await startTestProxy();
    const answer = await proxy.call('GET', '/v1/admin/catalogue/nobody');
    expect(answer).toEqual({ status: 404, body: { detail: expect.stringContaining('"nobody"') } });
  });
});

describe('saving', () => {
  it('writes the rules of several providers in one step, with effect at once', async () => {
    const env = '# mine\nIGNORE_MODELS_GROQ=old # why\nIGNORE_MODELS_NOBODY=c\n';
    const proxy = await startTestProxy({ env });
    const answer = await proxy.call('PUT', SAVE, {
      filters: {
        openai: { ignore: ['*-preview*'], whitelist: ['o1*'] },
        groq: rules(),
        cohere: rules('aya*'),
      },
      base: { groq: rules('old') },
    });
    expect(answer).toEqual({ status: 200, body: { providers: ['cohere', 'groq', 'openai'] } });
    expect(await proxy.readEnv()).toBe(
      "# mine\nIGNORE_MODELS_NOBODY=c\nIGNORE_MODELS_OPENAI='*-preview*'\nWHITELIST_MODELS_OPENAI='o1*'\nIGNORE_MODELS_COHERE='aya*'\n",
    );
    const ids = await proxy.listIds();
    expect(ids).toContain('openai/o1-preview');
    expect(ids).not.toContain('openai/gpt-4-turbo-preview');
    expect(ids.some((id) => id.startsWith('cohere/aya'))).toBe(false);
  });

  it('doesn’t change providers that are not named, or saved so already', async () => {
    const env = 'IGNORE_MODELS_GROQ="a, b" # as I wrote it\nIGNORE_MODELS_OPENAI=c\n';
    const proxy = await startTestProxy({ env });
    const base = { groq: rules('a', 'b'), openai: rules('c') };
    const { mtimeMs } = await stat(proxy.envPath);
    const answer = await proxy.call('PUT', SAVE, { filters: { groq: rules('a', 'b') }, base });
    expect(answer.body).toEqual({ providers: [] });
    expect(await proxy.readEnv()).toBe(env);
    expect((await stat(proxy.envPath)).mtimeMs).toBe(mtimeMs);
  });

  it('compares the base independently of its formatting', async () => {
    const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=a\nIGNORE_MODELS_GROQ=b\n' });
    const base = { openai: { whitelist: [], ignore: ['a'] }, cohere: rules(), groq: rules('b') };
    expect((await proxy.call('PUT', SAVE, { filters: {}, base })).status).toBe(200);
  });

  it('refuses if others have saved in the meantime, and returns what they saved', async () => {
    const proxy = await startTestProxy();
    const theirs = "IGNORE_MODELS_GROQ='theirs'\n";
    await writeFile(proxy.envPath, theirs);
    const answer = await proxy.call('PUT', SAVE, { filters: { openai: rules('mine') }, base: {} });
    expect(answer).toEqual({
      status: 409,
      body: { detail: expect.stringContaining('changed'), saved: { groq: rules('theirs') } },
    });
    expect(await proxy.readEnv()).toBe(theirs);
  });

  it('accepts only one of two saves at the same time', async () => {
    const proxy = await startTestProxy();
    const save = (pattern: string) =>
      proxy.call('PUT', SAVE, { filters: { openai: rules(pattern) }, base: {} });
    const answers = await Promise.all(['a', 'b', 'c'].map(save));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
  });

  it.each([
    ['no base', { filters: {} }, 'base'],
    ['a missing list', { filters: { openai: { ignore: [] } }, base: {} }, 'filters.openai.whitelist'],
    ['unknown providers', { filters: { nobody: rules(), none: rules() }, base: {} }, '"none"'],
    [
      'a bad rule of one of several',
      { filters: { openai: rules('a'), groq: rules('b,c') }, base: {} },
      'of groq',
    ],
  ])('refuses %s and saves nothing', async (_, body, words) => {
    const proxy = await startTestProxy({ env: 'KEEP=1\n' });
    const answer = await proxy.call('PUT', SAVE, body);
    expect(answer).toEqual({ status: 422, body: { detail: expect.stringContaining(words) } });
    expect(await proxy.readEnv()).toBe('KEEP=1\n');
  });

  it('doesn’t validate rules that are in the file already', async () => {
    const long = 'x'.repeat(201);
    const proxy = await startTestProxy({ env: `IGNORE_MODELS_GROQ=${long}\n` });
    const answer = await proxy.call('PUT', SAVE, {
      filters: { groq: rules(long), openai: rules('a') },
      base: { groq: rules(long) },
    });
    expect(answer).toEqual({ status: 200, body: { providers: ['openai'] } });
  });

  it('reports that the file can’t be written', async () => {
    const proxy = await startTestProxy({ env: "X = '\n" });
    const answer = await proxy.call('PUT', SAVE, { filters: { openai: rules('#a') }, base: {} });
    expect(answer).toEqual({ status: 500, body: { detail: expect.stringContaining('Close the quote') } });
  });
});
