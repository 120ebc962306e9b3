import { readdir, stat, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startTestProxy } from './start-test-proxy';

const SAVE = '/v1/admin/model-filters';
const FILTERS = '/v1/admin/config/model-filters';
const rules = (ignore: string[], whitelist: string[] = []) => ({ ignore, whitelist });
const detail = (words: string) => ({ detail: expect.stringContaining(words) });

it('the page gets providers, counts, all models, and the saved rules of known providers', async () => {
  const env =
    'IGNORE_MODELS_OPENAI=*\nWHITELIST_MODELS_GROQ=b\nIGNORE_MODELS_NOBODY=c\nIGNORE_MODELS_COHERE=\n';
  const proxy = await startTestProxy({ env });
  const { body } = await proxy.call('GET', '/v1/admin/catalogue');
  expect(JSON.stringify(body.filters)).toBe(JSON.stringify({ groq: rules([], ['b']), openai: rules(['*']) }));
  const { models } = (await proxy.call('GET', '/v1/admin/catalogue/openai')).body;
  expect(models).toEqual(models.toSorted());
  expect(body.providers).toContainEqual({ name: 'openai', count: models.length });
  const unknown = await proxy.call('GET', '/v1/admin/catalogue/nobody');
  expect(unknown).toEqual({ status: 404, body: detail('"nobody"') });
  const other = await startTestProxy();
  expect((await other.call('GET', '/v1/admin/catalogue')).body.instanceId).not.toBe(body.instanceId);
});

it.each([
  ['the page', SAVE, { filters: { openai: rules(['*-preview*', "it's \\"], ['o1*']) }, base: {} }],
  ['another program', `${FILTERS}/openai`, rules(['*-preview*', "it's \\"], ['o1*'])],
])('%s saves rules, which take effect at once', async (_, path, body) => {
  const env = '# mine\nIGNORE_MODELS_NOBODY=c\n';
  const proxy = await startTestProxy({ env });
  expect((await proxy.call('PUT', path, body)).status).toBe(200);
  expect(await proxy.readEnv()).toBe(
    `${env}IGNORE_MODELS_OPENAI='*-preview*,it\\'s \\\\'\nWHITELIST_MODELS_OPENAI='o1*'\n`,
  );
  const ids = await proxy.listIds();
  expect(ids).toContain('openai/o1-preview');
  expect(ids).not.toContain('openai/gpt-4-turbo-preview');
});

it.each([
  [SAVE, { filters: {} }, 'base'],
  [SAVE, { filters: { openai: { ignore: [] } }, base: {} }, 'filters.openai.whitelist'],
  [SAVE, { filters: { nobody: rules([]), none: rules([]) }, base: {} }, '"none"'],
  [SAVE, { filters: { openai: rules(['a']), groq: rules(['b,c']) }, base: {} }, 'of groq'],
  [`${FILTERS}/openai`, { ...rules([]), extra: [] }, 'extra'],
  [`${FILTERS}/openai`, { ignore: [1], whitelist: [] }, 'ignore.0'],
  [`${FILTERS}/openai`, '{', 'JSON'],
  [`${FILTERS}/nobody`, rules([]), '"nobody"'],
  [`${FILTERS}/openai`, rules(['a', 'b,c']), 'ignore rule 2 of openai, "b,c"'],
  [`${FILTERS}/openai`, rules(['a', 'a']), 'only once'],
])('%s with %j is refused for %s, and nothing is saved', async (path, body, words) => {
  const proxy = await startTestProxy({ env: 'KEEP=1\n' });
  expect(await proxy.call('PUT', path, body)).toEqual({ status: 422, body: detail(words) });
  expect(await proxy.readEnv()).toBe('KEEP=1\n');
});

it('a save leaves providers alone that are saved so already, even with rules that nobody could save now', async () => {
  const long = 'x'.repeat(201);
  const env = `IGNORE_MODELS_GROQ="a, ${long}" # as I wrote it\nIGNORE_MODELS_OPENAI=c\n`;
  const proxy = await startTestProxy({ env });
  const base = { openai: { whitelist: [], ignore: ['c'] }, cohere: rules([]), groq: rules(['a', long]) };
  const { mtimeMs } = await stat(proxy.envPath);
  const answer = await proxy.call('PUT', SAVE, { filters: { groq: base.groq }, base });
  expect(answer).toEqual({ status: 200, body: { providers: [] } });
  expect([await proxy.readEnv(), (await stat(proxy.envPath)).mtimeMs]).toEqual([env, mtimeMs]);
});

it('a save is refused if others saved in the meantime, also at the same time or in another order', async () => {
  const proxy = await startTestProxy();
  const save = (pattern: string[], base: object = {}) =>
    proxy.call('PUT', SAVE, { filters: { openai: rules(pattern) }, base });
  const answers = await Promise.all([['a', 'b'], ['b'], ['c']].map((one) => save(one)));
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
  const saved = { openai: rules(['a', 'b']) };
  expect(answers[1]?.body).toEqual({ ...detail('changed'), saved });
  expect((await save(['b', 'a'], { openai: rules(['b', 'a']) })).status).toBe(409);
  expect((await save(['b', 'a'], saved)).body).toEqual({ providers: ['openai'] });
  expect(await proxy.readEnv()).toBe("IGNORE_MODELS_OPENAI='b,a'\n");
});

it('a file that can’t be written or read is reported', async () => {
  const proxy = await startTestProxy({ env: "X = '\n" });
  const answer = await proxy.call('PUT', SAVE, { filters: { openai: rules(['#a']) }, base: {} });
  expect(answer).toEqual({ status: 500, body: detail('Close the quote') });
  await writeFile(proxy.envPath, Buffer.from([0xff]));
  expect(await proxy.call('GET', '/v1/models')).toMatchObject({
    status: 500,
    body: { error: { type: 'server_error', message: expect.stringContaining(proxy.envPath) } },
  });
});

// Known bugs of desktop tools of this kind in handling the file with the rules.

it('deleted rules stay deleted: after the last one, after a restart, and with their key in the environment', async () => {
  process.env.IGNORE_MODELS_OPENAI = 'gpt-*';
  onTestFinished(() => void delete process.env.IGNORE_MODELS_OPENAI);
  // The provider's name may be in upper or lower case. If a key occurs twice, its last line counts.
  const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=old\nIGNORE_MODELS_OpenAI=gpt-*\n' });
  const base = { openai: rules(['gpt-*']) };
  expect(await proxy.readSaved()).toEqual(base);
  await proxy.call('PUT', SAVE, { filters: { openai: rules([]) }, base });
  expect(await proxy.readEnv()).toBe('');
  for (const one of [proxy, await startTestProxy({ envPath: proxy.envPath })]) {
    expect(await one.readSaved()).toEqual({});
    expect(await one.listIds()).toContain('openai/gpt-4o');
  }
});

it('both lists of a provider are written together, to this file alone', async () => {
  const env = '# mine\nexport IGNORE_MODELS_OPENAI=old # why\nWHITELIST_MODELS_OPENAI=kept\n';
  const proxy = await startTestProxy({ env });
  const base = { openai: rules(['old'], ['kept']) };
  await proxy.call('PUT', SAVE, { filters: { openai: rules(['a'], ['b,c']) }, base });
  expect(await proxy.readEnv()).toBe(env);
  await proxy.call('PUT', SAVE, { filters: { openai: rules(['a'], ['b', 'c']) }, base });
  expect(await proxy.readEnv()).toBe(
    "# mine\nexport IGNORE_MODELS_OPENAI='a' # why\nWHITELIST_MODELS_OPENAI='b,c'\n",
  );
  // No temporary file is left.
  expect(await readdir(proxy.folder)).toEqual(['rules.env']);
});

it('rules are kept literally: names in braces are not expanded, quotes and # are kept', async () => {
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
  const filters = { custom_lab: rules(odd, odd) };
  const proxy = await startTestProxy();
  await proxy.call('PUT', SAVE, { filters, base: {} });
  expect(await (await startTestProxy({ envPath: proxy.envPath })).readSaved()).toEqual(filters);
});

it('a proxy that applies its rules on restart returns saved ones to editors alone, until then', async () => {
  const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=gpt-4\n', applyOnRestart: true });
  const before = await proxy.listIds();
  expect(before).not.toContain('openai/gpt-4');
  await proxy.call('PUT', `${FILTERS}/openai`, rules(['*']));
  expect([await proxy.listIds(), await proxy.readSaved()]).toEqual([before, { openai: rules(['*']) }]);
  const anew = await startTestProxy({ envPath: proxy.envPath, applyOnRestart: true });
  expect(await anew.listIds()).toEqual(before.filter((id) => !id.startsWith('openai/')));
});
