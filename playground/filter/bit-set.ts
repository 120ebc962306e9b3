/** A set of positions in a list of known length: position `n` is bit `n % 32` of word `n / 32`. */
export type BitSet = Uint32Array;

/** An empty set for positions from 0 to below `length`. */
export function emptyBitSet(length: number): BitSet {
  return new Uint32Array(Math.ceil(length / WORD_BITS));
}

/** Adds a position to the set. */
export function addBit(set: BitSet, position: number): void {
  const word = position >>> WORD_SHIFT;
  set[word] = (set[word] ?? 0) | (1 << (position & WORD_MASK));
}

/** True if the set contains a position. */
export function hasBit(set: BitSet, position: number): boolean {
  return ((set[position >>> WORD_SHIFT] ?? 0) & (1 << (position & WORD_MASK))) !== 0;
}

/** Adds all members of `other`, a set of the same length. */
export function addAll(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = (set[word] ?? 0) | (other[word] ?? 0);
}

/** Adds all members of `other`, a set of the same length, and calls back for each new one. */
export function addNew(set: BitSet, other: BitSet, callback: (position: number) => void): void {
  for (let word = 0; word < set.length; word += 1) {
    const bits = (other[word] ?? 0) & ~(set[word] ?? 0);
    if (bits === 0) continue;
    set[word] = (set[word] ?? 0) | bits;
    forEachBitOf(word, bits, callback);
  }
}

/** A new set of the members that `other`, a set of the same length, doesn't contain. */
export function without(set: BitSet, other: BitSet): BitSet {
  return set.map((bits, word) => bits & ~(other[word] ?? 0));
}

/** True if `other`, a set of the same length, contains all members of the set. */
export function isSubset(set: BitSet, other: BitSet): boolean {
  return set.every((bits, word) => (bits & ~(other[word] ?? 0)) === 0);
}

/** Number of members of the set. */
export function countBits(set: BitSet): number {
  let count = 0;
  for (let word = 0; word < set.length; word += 1) {
    // Each step clears the lowest bit.
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
