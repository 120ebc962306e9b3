import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passes a new folder to `use`, and removes it. */
export async function withFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-bench-'));
  try {
    return await use(folder);
  } finally {
    // Retries, since a browser may still be writing while it shuts down.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

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
