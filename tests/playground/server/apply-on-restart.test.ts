import { describe, expect, it } from 'vitest';
import { startTestProxy } from './start-test-proxy';

const PATH = '/v1/admin/config/model-filters';
const HIDE_ALL = { ignore: ['*'], whitelist: [] };
const ENV = 'IGNORE_MODELS_OPENAI=gpt-4\n';

describe('a proxy that applies its rules on restart', () => {
  it('applies the rules of its start, whatever is saved, until it is restarted', async () => {
    const proxy = await startTestProxy({ env: ENV, applyOnRestart: true });
    const before = await proxy.listIds();
    expect(before).not.toContain('openai/gpt-4');
    expect((await proxy.call('PUT', `${PATH}/openai`, HIDE_ALL)).status).toBe(200);
    expect(await proxy.listIds()).toEqual(before);

    const anew = await startTestProxy({ envPath: proxy.envPath, applyOnRestart: true });
    expect(await anew.listIds()).toEqual(before.filter((id) => !id.startsWith('openai/')));
  });

  it('returns the saved rules to editors', async () => {
    const proxy = await startTestProxy({ env: ENV, applyOnRestart: true });
    await proxy.call('PUT', '/v1/admin/model-filters', {
      filters: { openai: HIDE_ALL },
      base: { openai: { ignore: ['gpt-4'], whitelist: [] } },
    });
    expect((await proxy.call('GET', '/v1/admin/catalogue')).body).toMatchObject({
      filters: { openai: HIDE_ALL },
    });
  });
});
