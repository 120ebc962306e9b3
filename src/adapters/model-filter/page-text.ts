import { visibleJson } from '@/src/core/context/visible-json';

/** A name of the page: bare where it can be mistaken for nothing else, or else a JSON string. */
export function nameText(name: string): string {
  // A bare `none` says that a list is empty, and a bare colon at the end makes a heading.
  return /^[A-Za-z0-9._:@/+-]*[A-Za-z0-9._@/+-]$/.test(name) && name !== 'none' ? name : visibleJson(name);
}

/** A text of the page as a JSON string, cut after `maxLength` UTF-16 units with the count of what is left out. */
export function clippedText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return visibleJson(text);
  return `${visibleJson(text.slice(0, maxLength))} and ${text.length - maxLength} more characters`;
}
