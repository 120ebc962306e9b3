import { canonicalJson } from '../hash';
import type { Json } from '../json';
import { diffLists } from './diff-lists';
import { isMergeConsistent } from './is-merge-consistent';
import type { ListPart } from './list-part';

interface Hunk {
  side: 'mine' | 'theirs';
  start: number;
  end: number;
  items: Json[];
}

/**
 * The three-way merge of ordered lists. What one side took out is out; what one side put in stands where it put it.
 * Both sides putting different things in at one place is a conflict, since nobody can tell their order, unless all
 * are new and one side has those of the other in the same order among its own. So is the whole list where the outcome
 * doesn't add up, as when one side moved what the other removed.
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

/** Hunks that share items of the base, or put something in at the same place, belong together. */
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
  const isOnlyTakenOut = (hunks: readonly Hunk[]) => hunks.every((hunk) => hunk.items.length === 0);
  if (isOnlyTakenOut(mine) || isOnlyTakenOut(theirs)) {
    return { kind: 'settled', items: rewritten(base, group, group.hunks) };
  }
  const versions = { mine: rewritten(base, group, mine), theirs: rewritten(base, group, theirs) };
  const isSame = canonicalJson(versions.mine) === canonicalJson(versions.theirs);
  const isPutIn = group.start === group.end;
  const settled = isSame ? versions.mine : isPutIn ? newByBoth(base, versions) : null;
  return settled !== null
    ? { kind: 'settled', items: settled }
    : { kind: 'conflict', base: base.slice(group.start, group.end), ...versions };
}

/** Of what both sides put in at one place, that which holds the other; null if neither does, or anything was only moved there. */
function newByBoth(base: readonly Json[], { mine, theirs }: Record<Hunk['side'], Json[]>): Json[] | null {
  const old = new Set(base.map(canonicalJson));
  if ([...mine, ...theirs].some((item) => old.has(canonicalJson(item)))) return null;
  if (holdsAll(mine, theirs)) return mine;
  return holdsAll(theirs, mine) ? theirs : null;
}

/** Whether of the items those that are among `others` are just `others`, in their order. */
function holdsAll(items: readonly Json[], others: Json[]): boolean {
  const texts = new Set(others.map(canonicalJson));
  const shared = items.filter((item) => texts.has(canonicalJson(item)));
  return canonicalJson(shared) === canonicalJson(others);
}

/** The group's stretch of the base with the given hunks carried out. */
function rewritten(base: readonly Json[], group: HunkGroup, hunks: readonly Hunk[]): Json[] {
  const items: Json[] = [];
  for (let index = group.start; index <= group.end; index += 1) {
    for (const hunk of hunks) if (hunk.start === index) items.push(...hunk.items);
    const isTakenOut = hunks.some((hunk) => hunk.start <= index && index < hunk.end);
    if (index < group.end && !isTakenOut) items.push(...base.slice(index, index + 1));
  }
  return items;
}
