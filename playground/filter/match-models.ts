import { addBit, type BitSet, emptyBitSet } from './bit-set';
import { compilePattern } from './matcher';
import { requiredText } from './required-text';
import { createTextIndex } from './text-index';

/**
 * Creates a function that matches a pattern with a list of models, by id or by name. The pattern is tried
 * only on models that contain its longest plain text. `names` are the ids without their providers, in the
 * same order.
 */
export function createMatching(
  ids: readonly string[],
  names: readonly string[],
): (pattern: string) => BitSet {
  const index = createTextIndex(ids);
  return (pattern) => {
    const set = emptyBitSet(ids.length);
    const matches = compilePattern(pattern);
    // A leading star matches the provider as well, so a pattern that matches the name matches the id.
    const isIdEnough = pattern.startsWith('*');
    index(requiredText(pattern), (at) => {
      if (matches(ids[at] ?? '') || (!isIdEnough && matches(names[at] ?? ''))) addBit(set, at);
    });
    return set;
  };
}
