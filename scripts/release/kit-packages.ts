import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'fflate';

/** Length of a block of a tar file. */
const BLOCK = 512;

/** A package, or a file of an npm package. */
export interface PackageFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * The npm packages for authors of adapters: `steward-adapter`, which has the package of the sources, and
 * `create-steward-adapter`, which begins an adapter with it.
 */
export function kitPackages(root: string, sources: Uint8Array): PackageFile[] {
  const read = (path: string) => readFileSync(join(root, path));
  const { version, license, engines, homepage, repository, devDependencies } = JSON.parse(
    read('package.json').toString(),
  );
  const common = { version, license, engines, homepage, repository, type: 'module' };
  const kits = [
    {
      name: 'steward-adapter',
      about: 'Types, rules and commands to write an adapter for Steward, an AI assistant beside admin pages.',
      dependencies: { fflate: devDependencies.fflate },
      more: [{ name: 'sources.zip', bytes: sources }],
    },
    {
      name: 'create-steward-adapter',
      about: 'Makes the folder of an adapter for Steward, an AI assistant beside admin pages.',
      dependencies: {},
      more: [
        ...['answers.mjs', 'project-files.mjs'].map((file) => ({
          name: file,
          bytes: read(`scripts/kit/${file}`),
        })),
        { name: 'taken-ids.json', bytes: Buffer.from(JSON.stringify(adapterFolders(root))) },
      ],
    },
  ];
  return kits.map(({ name, about, dependencies: needed, more }) => {
    const script = `${name}.mjs`;
    const manifest = { name, ...common, description: about, bin: { [name]: script }, dependencies: needed };
    const readme = `# ${name}\n\n${about} [How to write one](${homepage}/blob/main/docs/adapters.md).\n`;
    const files = [
      { name: 'package.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
      { name: 'README.md', bytes: Buffer.from(readme) },
      { name: 'LICENSE', bytes: read('LICENSE') },
      { name: script, bytes: read(`scripts/kit/${script}`) },
      ...more,
    ];
    return { name: `${name}-${version}.tgz`, bytes: npmPackage(files) };
  });
}

/** Names of the folders in `src/adapters`: the ids of Steward's adapters, and what they share. */
function adapterFolders(root: string): string[] {
  const entries = readdirSync(join(root, 'src', 'adapters'), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

/**
 * A package as `npm pack` writes one. `npm pack` compresses with Node's zlib, whose bytes differ between versions; these are the same
 * on each machine.
 */
function npmPackage(files: readonly PackageFile[]): Uint8Array {
  const parts = files.flatMap(({ name, bytes }) => [
    tarHeader(`package/${name}`, bytes.length),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { mtime: 0, level: 9 });
}

/** The header of a file: https://www.gnu.org/software/tar/manual/html_node/Standard.html. */
function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(path, 0);
  header.write(octal(path.endsWith('.mjs') ? 0o755 : 0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  // The time of all files in packages that npm writes.
  header.write(octal(Date.UTC(1985, 9, 26, 8, 15) / 1_000, 11), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}
