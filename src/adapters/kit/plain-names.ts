import { visibleJson } from '@/src/core/text/visible-json';

/** True if a name can't be confused with the encoding's own syntax. */
export function isPlainName(name: string): boolean {
  // A bare `none` marks an empty list, and a trailing colon marks a heading.
  return /^[A-Za-z0-9._:@/+-]+$/.test(name) && !name.endsWith(':') && name !== 'none';
}

/** A name of the page for the model: unquoted if it is plain, otherwise as a JSON string. */
export function nameText(name: string): string {
  return isPlainName(name) ? name : visibleJson(name);
}
