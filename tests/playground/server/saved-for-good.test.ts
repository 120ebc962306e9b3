import { readdir, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startTestProxy, type TestProxy } from './start-test-proxy';

// Known bugs of desktop tools of this kind in handling the file with the rules.

const SAVE = '/v1/admin/model-filters';
const rules = (ignore: string[], whitelist: string[] = []) => ({ ignore, whitelist });

async function readSaved(proxy: TestProxy): Promise<unknown> {
  const { body } = await proxy.call('GET', '/v1/admin/catalogue');
  return (body as { filters: unknown }).filters;
}

it('keeps deleted rules deleted: after the last one, after a restart, and with its key in the environment', async () => {
  process.env.IGNORE_MODELS_OPENAI = 'gpt-*';
  onTestFinished(() => void delete process.env.IGNORE_MODELS_OPENAI);
  const proxy = await startTestProxy({ env: "IGNORE_MODELS_OPENAI='gpt-*'\n" });
  const answer = await proxy.call('PUT', SAVE, {
    filters: { openai: rules([]) },
    base: { openai: rules(['gpt-*']) },
  });
  expect(answer.body).toEqual({ providers: ['openai'] });
  const anew = await startTestProxy({ envPath: proxy.envPath });
  for (const one of [proxy, anew]) {
    expect(await readSaved(one)).toEqual({});
    expect(await one.listIds()).toContain('openai/gpt-4o');
  }
  expect(await proxy.readEnv()).toBe('');
});

it('reads and writes the same file, and no other', async () => {
  const proxy = await startTestProxy();
  await writeFile(`${proxy.folder}/.env`, 'IGNORE_MODELS_GROQ=*\n');
  await proxy.call('PUT', SAVE, { filters: { openai: rules(['o1*']) }, base: {} });
  expect(await readSaved(proxy)).toEqual({ openai: rules(['o1*']) });
  const anew = await startTestProxy({ envPath: proxy.envPath });
  expect(await readSaved(anew)).toEqual({ openai: rules(['o1*']) });
});

it('writes both lists of a provider together or not at all', async () => {
  const before = '# mine\nexport IGNORE_MODELS_OPENAI=old # why\nWHITELIST_MODELS_OPENAI=kept\n';
  const proxy = await startTestProxy({ env: before });
  const base = { openai: rules(['old'], ['kept']) };
  const refused = await proxy.call('PUT', SAVE, { filters: { openai: rules(['a'], ['b,c']) }, base });
  expect(refused.status).toBe(422);
  expect(await proxy.readEnv()).toBe(before);

  const saved = await proxy.call('PUT', SAVE, { filters: { openai: rules(['a'], ['b', 'c']) }, base });
  expect(saved.status).toBe(200);
  expect(await proxy.readEnv()).toBe(
    "# mine\nexport IGNORE_MODELS_OPENAI='a' # why\nWHITELIST_MODELS_OPENAI='b,c'\n",
  );
  // No temporary file is left.
  expect(await readdir(proxy.folder)).toEqual(['rules.env']);
});

it('reads keys with the provider in any case, the last one of two, and replaces them all', async () => {
  const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=old\nIGNORE_MODELS_OpenAI=gpt-*\n' });
  expect(await readSaved(proxy)).toEqual({ openai: rules(['gpt-*']) });
  expect(await proxy.listIds()).not.toContain('openai/gpt-4o');

  const base = { openai: rules(['gpt-*']) };
  await proxy.call('PUT', SAVE, { filters: { openai: rules(['o1*']) }, base });
  expect(await proxy.readEnv()).toBe("IGNORE_MODELS_OPENAI='o1*'\n");
});

it('keeps rules literally: names in braces are not expanded, quotes and # are kept', async () => {
  const odd = [
    `\${HOME}*`,
    "o'brien*",
    'a #b',
    '"x"',
    'team\\draft',
    '\\',
    '$5',
    '#2 router',
    '通义*',
    '*🧪',
  ];
  const proxy = await startTestProxy();
  const answer = await proxy.call('PUT', SAVE, { filters: { custom_lab: rules(odd, odd) }, base: {} });
  expect(answer.status).toBe(200);
  const anew = await startTestProxy({ envPath: proxy.envPath });
  expect(await readSaved(anew)).toEqual({ custom_lab: rules(odd, odd) });
});

it('compares and saves rules by their order', async () => {
  const proxy = await startTestProxy({ env: "IGNORE_MODELS_OPENAI='a,b'\n" });
  const save = (list: string[], base: string[]) =>
    proxy.call('PUT', SAVE, { filters: { openai: rules(list) }, base: { openai: rules(base) } });
  expect((await save(['b', 'a'], ['b', 'a'])).status).toBe(409);
  expect((await save(['b', 'a'], ['a', 'b'])).body).toEqual({ providers: ['openai'] });
  expect(await proxy.readEnv()).toBe("IGNORE_MODELS_OPENAI='b,a'\n");
});
