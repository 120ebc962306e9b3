import { type ModelName, readModelName } from './read-model-name';

/** A family of models with the one that counts as its newest, and how many it has. */
export interface NewestOfFamily {
  family: string;
  name: string;
  size: number;
}

/** Words of names for models that do one special job. */
const SPECIAL =
  /(?:^|[-_/: ])(?:embed|embedding|embeddings|moderation|guard|tts|transcribe|whisper|audio|realtime|image|vision|ocr|search|rerank|distil|dall|aqa)(?=[-_/: ]|$)/;

/**
 * The newest of each family, in the order in which the families appear. The highest version wins; then a name that
 * ends in `latest`, then one without a date, then the latest date. Previews count only where there is nothing else.
 */
export function newestOfFamilies(names: readonly string[]): NewestOfFamily[] {
  return [...familiesOf(names)].flatMap(([family, members]) => {
    const newest = newestMember(members);
    return newest === undefined ? [] : [{ family, name: newest.name, size: members.length }];
  });
}

/**
 * The newest of all: of the line with the most models (all `gpt` ones, say) the family with the highest version;
 * among equals the one with the latest date, then the plainest name. Models for one special job come last. Null for
 * no names.
 */
export function newestOfAll(names: readonly string[]): string | null {
  const general = names.filter((name) => !SPECIAL.test(name.toLowerCase()));
  const line = mainLine(general.length > 0 ? general : names);
  const families = [...familiesOf(line)].map(([family, members]) => {
    const stable = members.filter((member) => !member.isPreview);
    const dates = (stable.length > 0 ? stable : members).map(({ date }) => date);
    return { family, member: newestMember(members), date: dates.sort(compareNumbers).at(-1) ?? [] };
  });
  const [best] = families.sort(
    (left, right) =>
      Number(left.member?.isPreview) - Number(right.member?.isPreview) ||
      compareNumbers(right.member?.version ?? [], left.member?.version ?? []) ||
      compareNumbers(right.date, left.date) ||
      left.family.split('-').length - right.family.split('-').length ||
      compareText(left.family, right.family),
  );
  return best?.member?.name ?? null;
}

/** The names of the line that most of them belong to; a line is the first word behind the vendor. */
function mainLine(names: readonly string[]): string[] {
  const lines = new Map<string, string[]>();
  for (const name of names) {
    const { family } = readModelName(name);
    const line = family.slice(family.lastIndexOf('/') + 1).split('-')[0] ?? '';
    lines.set(line, [...(lines.get(line) ?? []), name]);
  }
  const [longest] = [...lines].sort(
    ([left, some], [right, others]) => others.length - some.length || compareText(left, right),
  );
  return longest?.[1] ?? [];
}

function familiesOf(names: readonly string[]): Map<string, ModelName[]> {
  const families = new Map<string, ModelName[]>();
  for (const member of names.map(readModelName)) {
    const members = families.get(member.family);
    if (members === undefined) families.set(member.family, [member]);
    else members.push(member);
  }
  return families;
}

function newestMember(members: readonly ModelName[]): ModelName | undefined {
  const stable = members.filter((member) => !member.isPreview);
  const [newest] = (stable.length > 0 ? stable : [...members]).sort(byAge);
  return newest;
}

/** The newest first. A name such as `mistral-large-latest`, without a version, follows the newest one by itself. */
function byAge(left: ModelName, right: ModelName): number {
  return (
    Number(followsNewest(right)) - Number(followsNewest(left)) ||
    compareNumbers(right.version, left.version) ||
    Number(right.isLatest) - Number(left.isLatest) ||
    Number(left.date.length > 0) - Number(right.date.length > 0) ||
    compareNumbers(right.date, left.date) ||
    left.name.length - right.name.length ||
    compareText(left.name, right.name)
  );
}

function followsNewest({ isLatest, version }: ModelName): boolean {
  return isLatest && version.length === 0;
}

/** Part by part; what has no more parts comes first. */
function compareNumbers(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at < 0) return left.length - right.length;
  const other = right[at];
  return other === undefined ? 1 : (left[at] ?? 0) - other;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
