import type { Json } from '@/src/schema/values/json';

/** Characters that are invisible, break the line or reorder it. */
const UNSEEN = /[\u007f-\u009f\u00ad\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * JSON on one line: invisible characters are written as `\u…`, so that page text can't imitate Steward's own
 * text.
 */
export function visibleJson(value: Json): string {
  return JSON.stringify(value).replace(UNSEEN, (character) =>
    character.length === 1 ? escaped(character, 0) : escaped(character, 0) + escaped(character, 1),
  );
}

function escaped(character: string, index: number): string {
  return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
}
