import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Writes the files of a zip archive into the folder, with the folders that they are in. */
export function unpack(zip: Uint8Array, folder: string): void {
  for (const [path, bytes] of Object.entries(unzipSync(zip))) {
    // An entry of a folder.
    if (path.endsWith('/')) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
