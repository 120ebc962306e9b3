import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addAll,
  addBit,
  addNew,
  type BitSet,
  countBits,
  emptyBitSet,
  forEachBit,
  hasBit,
  isSubset,
  without,
} from '@/playground/filter/bit-set';

const LENGTH = 100;
const members = fc.uniqueArray(fc.nat({ max: LENGTH - 1 }));
const setOf = (positions: readonly number[]): BitSet => {
  const set = emptyBitSet(LENGTH);
  for (const position of positions) addBit(set, position);
  return set;
};
const listOf = (set: BitSet): number[] => {
  const found: number[] = [];
  forEachBit(set, (position) => found.push(position));
  return found;
};
const inOrder = (positions: Iterable<number>): number[] => [...positions].sort((left, right) => left - right);

it('holds the added positions, in order', () => {
  fc.assert(
    fc.property(members, (positions) => {
      const set = setOf(positions);
      expect(listOf(set)).toEqual(inOrder(positions));
      expect(countBits(set)).toBe(positions.length);
      for (let at = 0; at < LENGTH; at += 1) expect(hasBit(set, at)).toBe(positions.includes(at));
    }),
  );
});

it('computes union, difference and subset', () => {
  fc.assert(
    fc.property(members, members, (left, right) => {
      const others = new Set(right);
      const joined = setOf(left);
      addAll(joined, setOf(right));
      expect(listOf(joined)).toEqual(inOrder(new Set([...left, ...right])));
      expect(listOf(without(setOf(left), setOf(right)))).toEqual(
        inOrder(left.filter((one) => !others.has(one))),
      );
      expect(isSubset(setOf(left), setOf(right))).toBe(left.every((one) => others.has(one)));
      expect(isSubset(setOf(left), joined)).toBe(true);
    }),
  );
});

it('reports new members', () => {
  fc.assert(
    fc.property(members, members, (left, right) => {
      const set = setOf(left);
      const told: number[] = [];
      addNew(set, setOf(right), (position) => told.push(position));
      expect(told).toEqual(inOrder(right.filter((one) => !left.includes(one))));
      expect(listOf(set)).toEqual(inOrder(new Set([...left, ...right])));
    }),
  );
});
