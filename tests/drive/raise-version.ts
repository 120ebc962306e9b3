import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Raises the version of the unpacked extension in this folder, as an update does. */
export async function raiseVersion(folder: string): Promise<void> {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  const version = manifest.version.replace(/\d+$/, (last) => String(Number(last) + 1));
  await writeFile(file, JSON.stringify({ ...manifest, version }));
}
