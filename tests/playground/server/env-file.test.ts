import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEnvFile, EnvFileError } from '@/playground/server/env-file';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-env-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const setting = (key: string, value: string | null) => ({ changes: new Map([[key, value]]), result: null });

it('has no values while there is no file, and creates the file and its folder at the first write', async () => {
  const path = join(await makeFolder(), 'new', 'rules.env');
  const file = createEnvFile(path);
  expect([...(await file.read())]).toEqual([]);
  await file.update(() => setting('A', 'x'));
  expect(await readFile(path, 'utf8')).toBe("A='x'\n");
});

it('writes several keys in one step and leaves no other file behind', async () => {
  const folder = await makeFolder();
  const path = join(folder, 'rules.env');
  await writeFile(path, '# mine\nA=1\nexport B=2 # two\n');
  const changes = new Map([
    ['A', null],
    ['B', 'b'],
    ['C', 'c'],
  ]);
  expect(await createEnvFile(path).update(() => ({ changes, result: 'done' }))).toBe('done');
  expect(await readFile(path, 'utf8')).toBe("# mine\nexport B='b' # two\nC='c'\n");
  expect(await readdir(folder)).toEqual(['rules.env']);
});

it('doesn’t write if there is nothing to change', async () => {
  const path = join(await makeFolder(), 'rules.env');
  await createEnvFile(path).update(() => ({ changes: new Map(), result: null }));
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

it('loses no update of many concurrent ones', async () => {
  const file = createEnvFile(join(await makeFolder(), 'rules.env'));
  const append = (word: string) => file.update((values) => setting('A', `${values.get('A') ?? ''}${word}`));
  await Promise.all([...'abcdefghij'].map(append));
  expect((await file.read()).get('A')).toBe('abcdefghij');
});

it('continues after an update whose plan fails', async () => {
  const file = createEnvFile(join(await makeFolder(), 'rules.env'));
  const failing = file.update(() => {
    throw new Error('no plan');
  });
  const following = file.update(() => setting('A', 'x'));
  await expect(failing).rejects.toThrow('no plan');
  await following;
  expect((await file.read()).get('A')).toBe('x');
});

it('reports that a file can’t be read', async () => {
  const path = await makeFolder();
  const error = await createEnvFile(path)
    .read()
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EnvFileError);
  expect(error).toMatchObject({ code: 'unreadable', message: expect.stringContaining(path) });
});

it('refuses a file that isn’t UTF-8 and leaves it unchanged', async () => {
  const path = join(await makeFolder(), 'rules.env');
  const bytes = Buffer.from([0x41, 0x3d, 0xff, 0x0a]);
  await writeFile(path, bytes);
  await expect(createEnvFile(path).update(() => setting('A', 'x'))).rejects.toMatchObject({
    code: 'not-utf8',
  });
  expect(await readFile(path)).toEqual(bytes);
});

it('refuses to save after an open quote, which would swallow the new values', async () => {
  const path = join(await makeFolder(), 'rules.env');
  const text = "NOTE = 'open\nA=1\n";
  await writeFile(path, text);
  await expect(createEnvFile(path).update(() => setting('B', '#x'))).rejects.toMatchObject({
    code: 'malformed',
  });
  expect(await readFile(path, 'utf8')).toBe(text);
});

it('reports that a file can’t be written', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'plain'), '');
  const file = createEnvFile(join(folder, 'plain', 'rules.env'));
  await expect(file.update(() => setting('A', 'x'))).rejects.toBeInstanceOf(EnvFileError);
});

it('keeps the file’s permissions', async () => {
  const path = join(await makeFolder(), 'rules.env');
  await writeFile(path, 'A=1\n');
  await chmod(path, 0o600);
  await createEnvFile(path).update(() => setting('A', 'x'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
