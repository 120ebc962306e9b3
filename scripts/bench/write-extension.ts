import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes an unpacked extension with these parts of a manifest and these files to a folder. Resolves with the folder. */
export async function writeExtension(
  folder: string,
  parts: object,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const manifest = JSON.stringify({ manifest_version: 3, name: 'Bench', version: '1', ...parts });
  for (const [name, text] of Object.entries({ 'manifest.json': manifest, ...files })) {
    await writeFile(join(folder, name), text);
  }
  return folder;
}
