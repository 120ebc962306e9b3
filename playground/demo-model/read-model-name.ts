/** What a model's name tells about its age, by the customs of those who name models. */
export interface ModelName {
  name: string;
  /** The name without what changes from version to version: the models of a family share it. */
  family: string;
  /** `4.1` as [4, 1]; a letter behind the number comes after the number alone and before any `.1`. Empty: none. */
  version: number[];
  /** Year, month, day, as far as the name has them (0: not there); empty: none. Also a revision such as `002`. */
  date: number[];
  isPreview: boolean;
  /** Whether it stands for the newest one by its own name: `-latest`. */
  isLatest: boolean;
}

const PREVIEW = /^(?:preview|exp|experimental|beta|alpha|nightly|rc\d*)$/;
/** Numbers with these letters are sizes and contexts: `70b`, `16k`, `128e`, `1m`. */
const VERSION = /^v?(\d{1,2}(?:\.\d+)*)([a-z]?)$/;
const SIZE_LETTERS = /[bkmex]/;
const NAMED_VERSION = /^([a-z]+?)-?v?(\d{1,2}(?:\.\d+)*)$/;

/** Reads a model's name; what precedes the last `/` belongs to the family. */
export function readModelName(name: string): ModelName {
  const read: ModelName = { name, family: '', version: [], date: [], isPreview: false, isLatest: false };
  const lower = name.toLowerCase();
  const vendor = lower.slice(0, lower.lastIndexOf('/') + 1);
  const tokens = lower.slice(vendor.length).split(/[-_: ]/);
  const kept: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const dated = readDate(tokens, at);
    if (dated !== null) {
      read.date = dated.date;
      at += dated.tokens - 1;
    } else if (PREVIEW.test(token)) read.isPreview = true;
    else if (token === 'latest') read.isLatest = true;
    else kept.push(...readToken(token, read));
  }
  return { ...read, version: withoutTrailingZeros(read.version), family: vendor + kept.join('-') };
}

/** What of a token belongs to the family; its numbers go to the version. */
function readToken(token: string, read: ModelName): string[] {
  const [, number, letter = ''] = VERSION.exec(token) ?? [];
  if (number !== undefined && !SIZE_LETTERS.test(letter)) {
    const last = letter === '' ? [] : [0, letter.charCodeAt(0)];
    read.version.push(...number.split('.').map(Number), ...last);
    return [];
  }
  const [, word, joined] = NAMED_VERSION.exec(token) ?? [];
  if (word === undefined || joined === undefined) return [token];
  read.version.push(...joined.split('.').map(Number));
  return word === 'v' ? [] : [word];
}

/** A date that begins at this token, in one of the forms in use, and how many tokens it takes. */
function readDate(tokens: readonly string[], at: number): { date: number[]; tokens: number } | null {
  const [first = '', second = '', third = ''] = tokens.slice(at);
  if (/^20\d\d$/.test(first) && isMonth(second) && isDay(third)) return dated([first, second, third], 3);
  if (isMonth(first) && /^20\d\d$/.test(second)) return dated([second, first, '0'], 2);
  if (isMonth(first) && isDay(second)) return dated(['0', first, second], 2);
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)$/.exec(first) ?? [];
  if (isMonth(month) && isDay(day)) return dated([year, month, day], 1);
  const [, start, end] = /^(\d\d)(\d\d)$/.exec(first) ?? [];
  if (isMonth(start) && isDay(end)) return dated(['0', start, end], 1);
  if (start?.startsWith('2') === true && isMonth(end)) return dated([`20${start}`, end, '0'], 1);
  return /^00\d$/.test(first) ? dated([first], 1) : null;
}

function dated(parts: readonly (string | undefined)[], tokens: number): { date: number[]; tokens: number } {
  return { date: parts.map(Number), tokens };
}

function isMonth(text: string | undefined): boolean {
  return text !== undefined && /^(?:0[1-9]|1[0-2])$/.test(text);
}

function isDay(text: string | undefined): boolean {
  return text !== undefined && /^(?:0[1-9]|[12]\d|3[01])$/.test(text);
}

function withoutTrailingZeros(version: readonly number[]): number[] {
  const last = version.findLastIndex((part) => part > 0);
  return version.slice(0, last + 1);
}
