import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { createEnvFile, EnvFileError } from '@/playground/server/env-file';
import { temporaryFolder } from '@/tests/temporary-folder';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = `${folder}/rules.env`;
});
const setting = (key: string, value: string | null) => ({ changes: new Map([[key, value]]), result: null });

it('has no values while there is no file, and creates the file and its folder at the first change', async () => {
  const file = createEnvFile(`${folder}/new/rules.env`);
  expect([...(await file.read())]).toEqual([]);
  await file.update(() => ({ changes: new Map(), result: null }));
  expect(await readdir(folder)).toEqual([]);
  await file.update(() => setting('A', 'x'));
  expect(await readFile(file.path, 'utf8')).toBe("A='x'\n");
});

it('writes several keys in one step, keeps permissions, and leaves no other file behind', async () => {
  await writeFile(path, '# mine\nA=1\nexport B=2 # two\n');
  await chmod(path, 0o600);
  const changes = new Map([
    ['A', null],
    ['B', 'b'],
    ['C', 'c'],
  ]);
  expect(await createEnvFile(path).update(() => ({ changes, result: 'done' }))).toBe('done');
  expect(await readFile(path, 'utf8')).toBe("# mine\nexport B='b' # two\nC='c'\n");
  expect(await readdir(folder)).toEqual(['rules.env']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('loses no update of many concurrent ones, of which one fails', async () => {
  const file = createEnvFile(path);
  const append = (word: string) =>
    file.update((values) => {
      if (word === 'x') throw new Error('no plan');
      return setting('A', `${values.get('A') ?? ''}${word}`);
    });
  const outcomes = await Promise.allSettled([...'abxcd'].map(append));
  expect(outcomes.map(({ status }) => status === 'rejected')).toEqual([false, false, true, false, false]);
  expect((await file.read()).get('A')).toBe('abcd');
});

it.each([
  ['not-utf8', Buffer.from([0x41, 0x3d, 0xff, 0x0a])],
  // An open quote would swallow the new values.
  ['malformed', Buffer.from("NOTE = 'open\nA=1\n")],
])('refuses a file that is %s, and leaves it unchanged', async (code, bytes) => {
  await writeFile(path, bytes);
  await expect(createEnvFile(path).update(() => setting('B', '#x'))).rejects.toMatchObject({ code });
  expect(await readFile(path)).toEqual(bytes);
});

it('reports that a file can’t be read or written', async () => {
  const error = { code: 'unreadable', message: expect.stringContaining(folder) };
  await expect(createEnvFile(folder).read()).rejects.toMatchObject(error);
  await writeFile(path, '');
  const below = createEnvFile(`${path}/rules.env`);
  await expect(below.update(() => setting('A', 'x'))).rejects.toBeInstanceOf(EnvFileError);
});
