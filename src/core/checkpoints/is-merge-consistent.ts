import type { Json } from '@/src/schema/values/json';
import { canonicalJson } from '../hash';
import type { ListPart } from './list-part';

/**
 * True if a merged list is consistent with its three lists, apart from its conflicts: each item occurs as often as a merge
 * of its counts gives, and items that both sides have in the same order are in that order. Moved items can violate both.
 */
export function isMergeConsistent(
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
