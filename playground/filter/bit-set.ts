/** A set of positions in a list of known length: position `n` is bit `n % 32` of word `n / 32`. */
export type BitSet = Uint32Array;

/** A set without members, for positions from 0 to below `length`. */
export function emptyBitSet(length: number): BitSet {
  return new Uint32Array(Math.ceil(length / WORD_BITS));
}

/** Puts a position into the set. */
export function addBit(set: BitSet, position: number): void {
  const word = position >>> WORD_SHIFT;
  set[word] = (set[word] ?? 0) | (1 << (position & WORD_MASK));
}

/** Whether the set has a position. */
export function hasBit(set: BitSet, position: number): boolean {
  return ((set[position >>> WORD_SHIFT] ?? 0) & (1 << (position & WORD_MASK))) !== 0;
}

/** Puts all members of `other`, which is for the same list, into the set. */
export function addAll(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = (set[word] ?? 0) | (other[word] ?? 0);
}

/** Puts all members of `other`, which is for the same list, into the set, and calls back for each that is new to it. */
export function addNew(set: BitSet, other: BitSet, callback: (position: number) => void): void {
  for (let word = 0; word < set.length; word += 1) {
    const bits = (other[word] ?? 0) & ~(set[word] ?? 0);
    if (bits === 0) continue;
    set[word] = (set[word] ?? 0) | bits;
    forEachBitOf(word, bits, callback);
  }
}

/** A new set of the members that `other`, which is for the same list, hasn't got. */
export function without(set: BitSet, other: BitSet): BitSet {
  return set.map((bits, word) => bits & ~(other[word] ?? 0));
}

/** Whether `other`, which is for the same list, has every member of the set. */
export function isSubset(set: BitSet, other: BitSet): boolean {
  return set.every((bits, word) => (bits & ~(other[word] ?? 0)) === 0);
}

/** How many members the set has. */
export function countBits(set: BitSet): number {
  let count = 0;
  for (let word = 0; word < set.length; word += 1) {
    // Each step takes the lowest bit away.
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) count += 1;
  }
  return count;
}

/** Calls back for each member, in ascending order. */
export function forEachBit(set: BitSet, callback: (position: number) => void): void {
  for (let word = 0; word < set.length; word += 1) forEachBitOf(word, set[word] ?? 0, callback);
}

const WORD_BITS = 32;
const WORD_SHIFT = 5;
const WORD_MASK = 31;

function forEachBitOf(word: number, bits: number, callback: (position: number) => void): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    callback(word * WORD_BITS + WORD_MASK - Math.clz32(left & -left));
  }
}
