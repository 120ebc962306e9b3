/**
 * Reads the text of a .env file and edits it in place: unchanged parts stay byte for byte. The grammar is
 * that of python-dotenv, with which the real proxy reads its file: `KEY='…'` with `\\` and `\'`, `KEY="…"`
 * with the usual escapes, `KEY=bare # comment`, an optional `export`, quoted values over several lines. The
 * `dotenv` package does not unescape single-quoted values, so a rule with a quote or a backslash would
 * change. `${NAME}` is not expanded, and unreadable lines are skipped one by one.
 */

/** A piece of the file. The joined texts of all pieces equal the file. */
interface EnvPiece {
  /** Null for blank lines, comments, and unreadable lines. */
  key: string | null;
  /** Null if the line has no `=`. */
  value: string | null;
  /** Everything before the value: indentation, `export`, key, `=`. */
  before: string;
  /** The value as written, including quotes. */
  written: string;
  /** A trailing comment and the line break. */
  after: string;
}

/** The values by key. The last value of a duplicate key counts; a key without `=` has none. */
export function readEnvText(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of splitEnvText(text)) {
    if (key !== null && value !== null) values.set(key, value);
  }
  return values;
}

/**
 * The file's text with some keys set (text) or unset (null). The first line of a key gets the new value and keeps its
 * `export` and its trailing comment; other lines of the key are removed; new keys are appended.
 */
export function editEnvText(text: string, changes: ReadonlyMap<string, string | null>): string {
  const pending = new Map(changes);
  const kept: string[] = [];
  for (const piece of splitEnvText(text)) {
    const change = piece.key === null ? undefined : changes.get(piece.key);
    if (piece.key === null || change === undefined) {
      kept.push(piece.before + piece.written + piece.after);
    } else if (change !== null && pending.delete(piece.key)) {
      const equals = piece.value === null ? '=' : '';
      kept.push(`${piece.before}${equals}${quote(change)}${piece.after}`);
    }
  }
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  for (const [key, value] of pending) {
    if (value === null) continue;
    const last = kept.at(-1);
    if (last !== undefined && !/[\r\n]$/.test(last)) kept.push(lineEnd);
    kept.push(`${key}=${quote(value)}${lineEnd}`);
  }
  return kept.join('');
}

function quote(value: string): string {
  return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
}

function splitEnvText(text: string): EnvPiece[] {
  const pieces: EnvPiece[] = [];
  let at = 0;
  while (at < text.length) {
    const piece = readPiece(text, at);
    pieces.push(piece);
    at += piece.before.length + piece.written.length + piece.after.length;
  }
  return pieces;
}

function readPiece(text: string, start: number): EnvPiece {
  const line = matchAt(/[^\r\n]*(?:\r\n|\n|\r|$)/y, text, start);
  const unread: EnvPiece = { key: null, value: null, before: line, written: '', after: '' };
  const head = matchAt(/[^\S\r\n]*(?:export[^\S\r\n]+)?/y, text, start);
  const name = matchAt(/'[^'\r\n]+'|[^=#\s'][^=#\s]*/y, text, start + head.length);
  if (name === '') return unread;
  const key = name.startsWith("'") ? name.slice(1, -1) : name;
  const equals = matchAt(/[^\S\r\n]*=[^\S\r\n]*/y, text, start + head.length + name.length);
  const before = head + name + equals;
  const { written, value } =
    equals === '' ? { written: '', value: null } : readValue(text, start + before.length);
  const after = matchAt(LINE_REST, text, start + before.length + written.length);
  const hasEnded = after !== '' || start + before.length + written.length === text.length;
  return hasEnded ? { key, value, before, written, after } : unread;
}

function readValue(text: string, at: number): { written: string; value: string } {
  const single = matchAt(/'(?:\\[\\']|[^'\\]|\\(?![\\']))*'/y, text, at);
  if (single !== '') return { written: single, value: single.slice(1, -1).replaceAll(/\\([\\'])/g, '$1') };
  const double = matchAt(/"(?:\\[\s\S]|[^"\\])*"/y, text, at);
  if (double !== '') {
    const value = double
      .slice(1, -1)
      .replaceAll(/\\([\\'"abfnrtv])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
    return { written: double, value };
  }
  if (text[at] === "'" || text[at] === '"') return { written: '', value: '' };
  const written = matchAt(/[^\r\n]*/y, text, at)
    .replace(/\s+#.*$/, '')
    .trimEnd();
  return { written, value: written };
}

/** The match of a sticky expression at a position; empty without a match. */
function matchAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? '';
}

const LINE_REST = /[^\S\r\n]*(?:#[^\r\n]*)?(?:\r\n|\n|\r|$)/y;

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
