/** Parts of docs/adapters.md that change a file, in their order: the file's name, replacements, and diffs. */
const PARTS = /In `([a-z-]+(?:\.[a-z]+)+)`|`([^`\n]+)`\s+by\s+`([^`\n]+)`|```diff ([a-z.-]+)\n([\s\S]*?)```/g;

/**
 * Carries out the tutorial on the files of a scaffold, by their names. Throws if a text to replace is not there, as happens when
 * the template changes and the tutorial doesn't.
 */
export function followTutorial(tutorial: string, scaffold: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Map(scaffold);
  let current = '';
  const replace = (name: string, from: string, to: string) => {
    const text = files.get(name);
    if (text === undefined || !text.includes(from)) throw new Error(`${name} does not contain: ${from}`);
    files.set(name, text.replaceAll(from, to));
  };
  for (const [, file, from, to, diffed, diff] of tutorial.matchAll(PARTS)) {
    if (file !== undefined) current = file;
    if (from !== undefined && to !== undefined) replace(current, from, to);
    if (diffed !== undefined && diff !== undefined) replace(diffed, side(diff, '-'), side(diff, '+'));
  }
  return files;
}

/** The lines of one side of a diff. */
function side(diff: string, sign: '-' | '+'): string {
  const lines = diff.split('\n').filter((line) => line.startsWith(sign));
  return lines.map((line) => line.slice(1)).join('\n');
}
