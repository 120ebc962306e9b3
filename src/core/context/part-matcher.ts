import type { Said } from '@/src/schema/values/said';

/** A part of a page as it is listed. `note`: a description in a few words; missing if the name is enough. */
export interface ListedPart {
  kind: string;
  name: string;
  note?: Said;
}

/** A test for the parts whose kind, name or note contains each typed word, whatever the case. `wordsOf`: the note in words. */
export function partMatcher(typed: string, wordsOf: (note: Said) => string): (part: ListedPart) => boolean {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return ({ kind, name, note }) => {
    const text = `${kind}:${name} ${wordsOf(note ?? '')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
