import { readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { serveApp } from '@/playground/server/serve-app';
import { startPlaygrounds } from '@/playground/server/start-playgrounds';
import { temporaryFolder } from '@/tests/temporary-folder';

async function start(count: number, envFile: string, port = 0) {
  const servers = await startPlaygrounds(count, { port, envFile });
  onTestFinished(async () => {
    for (const server of servers) await server.close();
  });
  return Promise.all(
    servers.map(async ({ url }) => {
      const { data } = await (await fetch(`${url}/v1/models`)).json();
      return new Set((data as { id: string }[]).map(({ id }) => id));
    }),
  );
}

it('of several playgrounds, the second one has drifted, and the others serve the same models', async () => {
  const [first, second, third] = await start(3, `${await temporaryFolder()}/rules.env`);
  expect(third).toEqual(first);
  const only = (one?: Set<string>, other?: Set<string>) => [...(one ?? [])].filter((id) => !other?.has(id));
  expect(only(second, first).every((id) => /^openai\/.*-preview/.test(id))).toBe(true);
  expect(only(second, first)).not.toEqual([]);
  const gone = only(first, second);
  for (const name of [/^openai\/gpt-3\.5/, /^openai\/o1/, /^anthropic\/claude-2/]) {
    expect(
      gone.filter((id) => name.test(id)),
      String(name),
    ).not.toEqual([]);
  }
});

it('each has its own file, and a file that is there is left as it is', async () => {
  const folder = await temporaryFolder();
  await writeFile(`${folder}/rules-2.env`, 'IGNORE_MODELS_OPENAI=*\n');
  await start(3, `${folder}/rules.env`);
  expect((await readdir(folder)).sort()).toEqual(['rules-2.env', 'rules-3.env', 'rules.env']);
  expect(await readFile(`${folder}/rules-2.env`, 'utf8')).toBe('IGNORE_MODELS_OPENAI=*\n');
});

it('a single playground gets no rules, and writes no file', async () => {
  const folder = await temporaryFolder();
  await start(1, `${folder}/rules.env`);
  expect(await readdir(folder)).toEqual([]);
});

it('if a neighbouring port is in use, none of them keeps running', async () => {
  const taken = await serveApp({ fetch: () => new Response('ok') } as never, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => taken.close());
  const port = Number(new URL(taken.url).port) - 1;
  await expect(start(2, `${await temporaryFolder()}/rules.env`, port)).rejects.toThrow(/in use/);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
