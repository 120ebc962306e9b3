import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sources } from './architecture';

const SOURCE_FILE = /\.(ts|tsx|mts|mjs)$/;
const GENERATED_FOLDER = /^playground\/dist\//;

/** The texts of all TypeScript and JavaScript files below these folders of the repository. */
export function projectSources(folders: readonly string[]): Sources {
  const paths = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path).replaceAll('\\', '/'),
      ),
    )
    .filter((path) => SOURCE_FILE.test(path) && !GENERATED_FOLDER.test(path));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}
