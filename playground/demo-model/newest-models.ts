/** The parts of a model's name, by common naming conventions. */
interface DatedName {
  name: string;
  /** The name without version, date and words such as preview. */
  family: string;
  /** Compared number by number; the first difference decides, and the higher number is newer. */
  age: number[];
}

const PREVIEW = /^(?:preview|exp|experimental|beta|alpha|nightly)$/;
/** `4.1`, `4o`, `v3`, `gemma2`; a number with one of the excluded letters is a size: `70b`, `16k`. */
const VERSION = /^([a-z]*?)(\d{1,2}(?:\.\d+)*)((?![bkmex])[a-z])?$/;

/**
 * The newest model of each family, the largest family first. A higher version is newer, then `latest`, then a
 * name without a date, then a later date. Previews count only if a family has nothing else.
 */
export function newestOfFamilies(names: readonly string[]): string[] {
  const families = new Map<string, DatedName[]>();
  for (const read of names.map(readName))
    families.set(read.family, [...(families.get(read.family) ?? []), read]);
  const largestFirst = [...families.values()].sort((left, right) => right.length - left.length);
  return largestFirst.flatMap((members) => members.sort(newestFirst)[0]?.name ?? []);
}

function readName(name: string): DatedName {
  const [, vendor = '', rest = ''] = /^(.*\/)?(.*)$/s.exec(name.toLowerCase()) ?? [];
  const tokens = rest.split(/[-_: ]/);
  const isPreview = tokens.some((token) => PREVIEW.test(token));
  const isLatest = tokens.includes('latest');
  const [family, version, date]: [string[], number[], number[]] = [[], [], []];
  for (const [at, token] of tokens.entries()) {
    const isBehind = date.length > 0 || tokens.slice(0, at).some((before) => PREVIEW.test(before));
    const [, word = '', number, letter] = VERSION.exec(token) ?? [];
    if (/^\d{3,}$/.test(token) || (/^\d+$/.test(token) && isBehind)) date.push(Number(token));
    else if (number === undefined) family.push(...(PREVIEW.test(token) || token === 'latest' ? [] : [token]));
    else {
      // A letter sorts after the number alone and before any `.1`: 4, 4o, 4.1.
      const last = letter === undefined ? [] : [0, letter.charCodeAt(0)];
      version.push(...number.split('.').map(Number), ...last);
      if (word !== '' && word !== 'v') family.push(word);
    }
  }
  const padded = (parts: number[]) => [...parts, 0, 0, 0, 0].slice(0, 4);
  // Without a version, `mistral-large-latest` is an alias of the newest.
  const isAlias = isLatest && version.length === 0;
  const age = [!isPreview, isAlias, ...padded(version), isLatest, date.length === 0, ...padded(date)];
  return { name, family: vendor + family.join('-'), age: age.map(Number) };
}

function newestFirst(left: DatedName, right: DatedName): number {
  const at = left.age.findIndex((part, index) => part !== right.age[index]);
  return at < 0 ? left.name.length - right.name.length : (right.age[at] ?? 0) - (left.age[at] ?? 0);
}
