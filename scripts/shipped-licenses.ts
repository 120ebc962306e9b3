import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the package that a module is from, also of one that a bundler made of it (`\0…?commonjs-es-import`). */
const PACKAGE_FOLDER = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE_FILE = /^(licen[cs]e|copying|notice)\b/i;
const RULE = '-'.repeat(80);

/** Folders of the packages whose code is in the bundles of this build. */
const folders = new Set<string>();

/** Collects, in each of the builds that a build of the extension consists of, the packages whose code is in the bundles. */
export const SHIPPED_PACKAGES: Plugin = {
  name: 'shipped-packages',
  generateBundle: {
    // Other plugins join scripts, and delete those that became part of another one.
    order: 'pre',
    handler(_options, bundle) {
      for (const script of Object.values(bundle)) {
        if (script.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(script.modules)) {
          const [, folder] = PACKAGE_FOLDER.exec(id.replaceAll('\\', '/')) ?? [];
          if (folder !== undefined && renderedLength > 0) folders.add(folder);
        }
      }
    },
  },
};

/** The text of `licenses.txt`: each collected package once, with version, licence and the texts of its licence files. */
export function shippedLicenses(): string {
  const entries = new Map([...folders].map(entryOf));
  const sorted = [...entries]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, entry]) => entry);
  return [`Steward contains code of ${sorted.length} packages.`, ...sorted].join(`\n\n${RULE}\n`);
}

/** Title and entry of a package. Two folders may have the same version of one. */
function entryOf(folder: string): [title: string, entry: string] {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder}/package.json states no licence.`);
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim());
  const source = `https://www.npmjs.com/package/${name}/v/${version}`;
  return [`${name} ${version}`, [`${name} ${version} (${license})\n${source}`, ...texts].join('\n\n')];
}
