import { visibleJson } from '@/src/core/context/visible-json';

/**
 * Text from page or model for a person who decides by it: what can't be seen in it, breaks the line or turns its
 * direction is spelt out as `\u…`, so that a name can't pose as another.
 */
export function visibleText(text: string): string {
  const isPlain = JSON.stringify(text) === visibleJson(text) && !/\p{Cc}/u.test(text);
  return isPlain ? text : Array.from(text, visibleCharacter).join('');
}

function visibleCharacter(character: string): string {
  // JSON would spell these as well, though everybody can see them.
  return character === '"' || character === '\\' ? character : visibleJson(character).slice(1, -1);
}
