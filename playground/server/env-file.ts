import { mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { editEnvText, readEnvText } from './env-text';

/** The values of a .env file by key. */
export type EnvValues = ReadonlyMap<string, string>;

/** Keys to set (text) or to unset (null). */
export type EnvChanges = ReadonlyMap<string, string | null>;

/** A .env file, which may not exist yet and which other programs may write, too. */
export interface EnvFile {
  /** Absolute path. */
  path: string;
  /** Reads the current file; a missing file has no values. Rejects with {@link EnvFileError}. */
  read(): Promise<EnvValues>;
  /**
   * Reads the file, passes its values to `compute`, and writes the computed changes atomically. Updates run one at a time
   * in the order of their calls. Without changes nothing is written. Creates a missing file. Rejects with {@link
   * EnvFileError} or the error of `compute`; the file is then unchanged.
   */
  update<Result>(compute: (values: EnvValues) => { changes: EnvChanges; result: Result }): Promise<Result>;
}

/** Thrown if a .env file cannot be used. The message names the file and says what the user can do. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
  readonly code: 'unreadable' | 'not-utf8' | 'malformed' | 'unwritable';

  constructor(code: EnvFileError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** Creates a handle for the .env file at a path relative to the working directory. Does not access the file yet. */
export function createEnvFile(file: string): EnvFile {
  const path = resolve(file);
  let lastUpdate: Promise<unknown> = Promise.resolve();

  const update: EnvFile['update'] = (compute) => {
    const run = async () => {
      const text = await readText(path);
      const values = readEnvText(text);
      const { changes, result } = compute(values);
      if (changes.size > 0) await writeText(path, editSafely(path, text, values, changes));
      return result;
    };
    const next = lastUpdate.then(run, run);
    lastUpdate = next;
    return next;
  };

  return { path, read: async () => readEnvText(await readText(path)), update };
}

async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw new EnvFileError(
      'unreadable',
      `The file ${path} can’t be read (${reasonOf(error)}). Check that it is a file and that you may read it.`,
      error,
    );
  }
  try {
    // Decoding with replacement characters and writing the file back would damage other lines.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new EnvFileError(
      'not-utf8',
      `The file ${path} isn’t UTF-8 text. Save it as UTF-8, then try again.`,
      error,
    );
  }
}

/**
 * The edited text. Rejects an edit that would not be read back as intended: an open quote swallows the lines after it.
 */
function editSafely(path: string, text: string, values: EnvValues, changes: EnvChanges): string {
  const edited = editEnvText(text, changes);
  const expected = new Map(values);
  for (const [key, value] of changes) {
    if (value === null) expected.delete(key);
    else expected.set(key, value);
  }
  const found = readEnvText(edited);
  const isAsMeant =
    found.size === expected.size && [...expected].every(([key, value]) => found.get(key) === value);
  if (isAsMeant) return edited;
  throw new EnvFileError(
    'malformed',
    `The file ${path} has a quote that is opened and never closed, so nothing can be saved in it. Close the quote, then save again.`,
  );
}

async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, text);
  } catch (error) {
    throw new EnvFileError(
      'unwritable',
      `The file ${path} can’t be written (${reasonOf(error)}). Nothing was saved. Check the folder’s permissions and the disk’s space.`,
      error,
    );
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
