import { dirname, join } from 'node:path';

/** A file of the project, or null. */
type ReadFile = (path: string) => string | null;

const SCRIPTS = /^(?:scripts|playground)\//;
const PLACES = /^(?:src|entrypoints|playground|scripts|tests|docs)\//;

/** Options of the programs to which npm scripts pass what they don't know: Playwright, Vitest and WXT. */
const PASSED_ON = ['--grep', '--project', '--mv3', '--help'];

/** The commands of a document: lines of its `sh` blocks, and code in its sentences that begins with npm, npx or node. */
export function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) =>
    block
      .replace(/\s*\\\n\s*/g, ' ')
      .replace(/(?:^|\s+)#.*$/gm, '')
      .split('\n'),
  );
  const sentences = markdown.replace(/^```[\s\S]*?^```/gm, '');
  const inline = [...sentences.matchAll(/`((?:npm|npx|node) [^`]+)`/g)].map(([, command = '']) => command);
  return [...blocks.flat(), ...inline].filter((command) => command.trim() !== '');
}

/** Names in a command of npm, npx or node that the project doesn't have: a script, an option of it, a program or a file. */
export function missingNames(command: string, readFile: ReadFile): string[] {
  const [program, ...words] = command.trim().split(/\s+/);
  const files = words.filter((word) => PLACES.test(word) && readFile(word) === null);
  if (program === 'npx') return [...missingFile(`node_modules/.bin/${words[0]}`, readFile), ...files];
  if (program === 'node') return files;
  if (program !== 'npm') return [];
  const [verb, name = ''] = words;
  const script = verb === 'run' ? name : verb === 'test' ? 'test' : null;
  if (script === null) return files;
  const { scripts } = JSON.parse(readFile('package.json') ?? '{}');
  if (!Object.hasOwn(scripts, script)) return [script];
  const sources = sourcesOf(scripts[script], readFile).join('\n');
  const options = words.filter((word) => /^--\w/.test(word)).map((word) => word.replace(/=.*/, ''));
  const unknown = options.filter((option) => !PASSED_ON.includes(option) && !takes(sources, option));
  return [...unknown, ...files];
}

function missingFile(path: string, readFile: ReadFile): string[] {
  return readFile(path) === null ? [path] : [];
}

/** True if a script's sources have the option as text, or as a member of the options that they parse. */
function takes(sources: string, option: string): boolean {
  const name = option.slice('--'.length);
  return new RegExp(`--${name}\\b|(?:^|[{,\\s])'?${name}'?: `, 'm').test(sources);
}

/** The text of an npm script, and of the scripts and the playground's files that it runs or imports. */
function sourcesOf(script: string, readFile: ReadFile): string[] {
  const texts = new Map<string, string>();
  const waiting = pathsIn(script, '.');
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = texts.has(path) ? null : readFile(path);
    if (text === null) continue;
    texts.set(path, text);
    waiting.push(...pathsIn(text, dirname(path)));
  }
  return [script, ...texts.values()];
}

/** Such files that a text names: from the root, or in an import from its own folder. */
function pathsIn(text: string, folder: string): string[] {
  const fromRoot = [...text.matchAll(/\b(?:scripts|playground)\/[\w/.-]+\.(?:mjs|ts)\b/g)].map(
    ([path]) => path,
  );
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(folder, path));
  return [...fromRoot, ...imported.map((path) => (/\.\w+$/.test(path) ? path : `${path}.ts`))]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => SCRIPTS.test(path));
}
