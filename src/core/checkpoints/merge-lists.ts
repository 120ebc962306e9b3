import type { Json } from '@/src/schema/values/json';
import { canonicalJson, isSameJson } from '../hash';
import { diffLists } from './diff-lists';

interface Hunk {
  side: 'mine' | 'theirs';
  start: number;
  end: number;
  items: Json[];
}

/**
 * A three-way merge of ordered lists. Items that one side removed are removed; items that one side inserted keep their
 * place. It is a conflict if both sides insert different items at one place, since their order is unknown, unless all are
 * new and one side's items contain the other's in the same order. The whole list is a conflict if the result is not
 * consistent, e.g. if one side moved an item that the other removed.
 */
export function mergeLists(
  base: readonly Json[],
  mine: readonly Json[],
  theirs: readonly Json[],
): ListPart[] {
  const parts: ListPart[] = [];
  let at = 0;
  for (const group of overlapping([...hunksOf('mine', base, mine), ...hunksOf('theirs', base, theirs)])) {
    parts.push({ kind: 'settled', items: base.slice(at, group.start) }, mergeGroup(base, group));
    at = group.end;
  }
  parts.push({ kind: 'settled', items: base.slice(at) });
  return isMergeConsistent(parts, base, mine, theirs)
    ? parts
    : [{ kind: 'conflict', base: [...base], mine: [...mine], theirs: [...theirs] }];
}

function hunksOf(side: Hunk['side'], base: readonly Json[], changed: readonly Json[]): Hunk[] {
  return diffLists(base.map(canonicalJson), changed.map(canonicalJson)).map(
    ({ start, end, toStart, toEnd }) => ({ side, start, end, items: changed.slice(toStart, toEnd) }),
  );
}

interface HunkGroup {
  start: number;
  end: number;
  hunks: Hunk[];
}

/** Groups hunks that change the same items of the base, or insert at the same place. */
function overlapping(hunks: readonly Hunk[]): HunkGroup[] {
  const groups: HunkGroup[] = [];
  for (const hunk of [...hunks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = groups.at(-1);
    const isSamePlace = last?.start === hunk.start && last.end === hunk.end;
    if (last !== undefined && (hunk.start < last.end || isSamePlace)) {
      last.end = Math.max(last.end, hunk.end);
      last.hunks.push(hunk);
    } else {
      groups.push({ start: hunk.start, end: hunk.end, hunks: [hunk] });
    }
  }
  return groups;
}

function mergeGroup(base: readonly Json[], group: HunkGroup): ListPart {
  const mine = group.hunks.filter((hunk) => hunk.side === 'mine');
  const theirs = group.hunks.filter((hunk) => hunk.side === 'theirs');
  const onlyRemoves = (hunks: readonly Hunk[]) => hunks.every((hunk) => hunk.items.length === 0);
  if (onlyRemoves(mine) || onlyRemoves(theirs)) {
    return { kind: 'settled', items: rewritten(base, group, group.hunks) };
  }
  const versions = { mine: rewritten(base, group, mine), theirs: rewritten(base, group, theirs) };
  const isSame = isSameJson(versions.mine, versions.theirs);
  const isInsertion = group.start === group.end;
  const settled = isSame ? versions.mine : isInsertion ? newByBoth(base, versions) : null;
  return settled !== null
    ? { kind: 'settled', items: settled }
    : { kind: 'conflict', base: base.slice(group.start, group.end), ...versions };
}

/**
 * The one of two insertions at one place that contains the other; null if neither does, or an item was only moved
 * there.
 */
function newByBoth(base: readonly Json[], { mine, theirs }: Record<Hunk['side'], Json[]>): Json[] | null {
  const old = new Set(base.map(canonicalJson));
  if ([...mine, ...theirs].some((item) => old.has(canonicalJson(item)))) return null;
  if (holdsAll(mine, theirs)) return mine;
  return holdsAll(theirs, mine) ? theirs : null;
}

/** True if `items` contain `others` completely and in the same order. */
function holdsAll(items: readonly Json[], others: Json[]): boolean {
  const texts = new Set(others.map(canonicalJson));
  const shared = items.filter((item) => texts.has(canonicalJson(item)));
  return isSameJson(shared, others);
}

/** The group's section of the base with the given hunks applied. */
function rewritten(base: readonly Json[], group: HunkGroup, hunks: readonly Hunk[]): Json[] {
  const items: Json[] = [];
  for (let index = group.start; index <= group.end; index += 1) {
    for (const hunk of hunks) if (hunk.start === index) items.push(...hunk.items);
    const isRemoved = hunks.some((hunk) => hunk.start <= index && index < hunk.end);
    if (index < group.end && !isRemoved) items.push(...base.slice(index, index + 1));
  }
  return items;
}

/**
 * True if a merged list is consistent with its three lists, apart from its conflicts: each item occurs as often as a merge
 * of its counts gives, and items that both sides have in the same order are in that order. Moved items can violate both.
 */
function isMergeConsistent(
  parts: readonly ListPart[],
  base: readonly Json[],
  mine: readonly Json[],
  theirs: readonly Json[],
): boolean {
  const disputed = new Set(
    parts.flatMap((part) =>
      part.kind === 'conflict' ? [...part.base, ...part.mine, ...part.theirs].map(canonicalJson) : [],
    ),
  );
  const undisputed = (items: readonly Json[]) =>
    items.map(canonicalJson).filter((text) => !disputed.has(text));
  const lists: Lists = {
    base: undisputed(base),
    mine: undisputed(mine),
    theirs: undisputed(theirs),
    settled: undisputed(parts.flatMap((part) => (part.kind === 'settled' ? part.items : []))),
  };
  return countsHold(lists) && orderHolds(lists);
}

/** The items of each list as texts, without those of the conflicts. */
type Lists = Record<'base' | 'mine' | 'theirs' | 'settled', string[]>;

function countsHold({ base, mine, theirs, settled }: Lists): boolean {
  const [inBase, inMine, inTheirs, inSettled] = [
    countTexts(base),
    countTexts(mine),
    countTexts(theirs),
    countTexts(settled),
  ];
  return [...base, ...mine, ...theirs].every((text) => {
    const b = inBase.get(text) ?? 0;
    const m = inMine.get(text) ?? 0;
    const t = inTheirs.get(text) ?? 0;
    const wanted = m === b ? t : t === b || m === t ? m : null;
    return wanted === (inSettled.get(text) ?? 0);
  });
}

function orderHolds({ mine, theirs, settled }: Lists): boolean {
  const inTheirs = new Set(theirs);
  const inBoth = new Set(mine.filter((text) => inTheirs.has(text)));
  const orderOf = (texts: readonly string[]) => canonicalJson(texts.filter((text) => inBoth.has(text)));
  return orderOf(mine) !== orderOf(theirs) || orderOf(settled) === orderOf(mine);
}

function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** A section of a merged list: merged, or changed by both sides in contradictory ways. */
type ListPart =
  | { kind: 'settled'; items: Json[] }
  | { kind: 'conflict'; base: Json[]; mine: Json[]; theirs: Json[] };
