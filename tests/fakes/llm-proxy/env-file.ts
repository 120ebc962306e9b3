/**
 * The server's `.env` file as its newer versions write it, in place, and as python-dotenv reads it. Only what concerns rules
 * is here. The traps are those of the real code.
 */

/** Names of the lines that the writer finds again. A hyphen is not among them. */
const LINE = /^(?:export\s+)?([A-Za-z0-9_]+)\s*=/;
/** The reader takes any name. */
const ENTRY = /^\s*(?:export\s+)?([^=#\s]+)\s*=\s*(.*)$/;

/** Writes a value: replaces the first line with the name, or appends one, between double quotes. */
export function setKey(text: string, key: string, value: string): string {
  const line = `${key}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const lines = linesOf(text);
  const index = lines.findIndex((known) => LINE.exec(known)?.[1] === key);
  if (index === -1) return `${[...lines, line].join('\n')}\n`;
  return `${lines.with(index, line).join('\n')}\n`;
}

/** Removes the first line with the name, if the writer finds it. */
export function unsetKey(text: string, key: string): string {
  const lines = linesOf(text);
  const index = lines.findIndex((known) => LINE.exec(known)?.[1] === key);
  return index === -1 ? text : `${lines.toSpliced(index, 1).join('\n')}\n`;
}

/** All values of the file; the last line of a name counts. `${NAME}` stands for another value, also between quotes. */
export function readEnv(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, name, written] = ENTRY.exec(line) ?? []; // Other lines hold no value.
    if (name === undefined || written === undefined) continue;
    const value = unquoted(written.trim());
    values.set(
      name,
      value.replace(/\$\{([^}:]*)(?::-([^}]*))?\}/g, (_, other: string, preset: string | undefined) => {
        return values.get(other) ?? preset ?? ''; // As the reader does.
      }),
    );
  }
  return values;
}

function unquoted(written: string): string {
  const quoted = /^"((?:\\.|[^"\\])*)"/.exec(written)?.[1] ?? /^'((?:\\.|[^'\\])*)'/.exec(written)?.[1];
  return quoted === undefined ? written : quoted.replace(/\\(["'\\])/g, '$1');
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
