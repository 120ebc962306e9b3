import type { Json } from '../json';

/** Characters that break or reorder a line, or can't be seen. */
const UNSEEN = /[\u007f-\u009f\u00ad\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON on one line in every reader's eyes: what can't be seen is written as `\u…`, so that page text can't pose as ours. */
export function visibleJson(value: Json): string {
  return JSON.stringify(value).replace(UNSEEN, (character) =>
    character.length === 1 ? escaped(character, 0) : escaped(character, 0) + escaped(character, 1),
  );
}

function escaped(character: string, index: number): string {
  return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
}
