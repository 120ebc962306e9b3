import { spellOutLines } from '@/src/core/text/foreign-text';

/**
 * A text of the page as a quotation in Markdown, ready to be continued. Invisible characters are escaped, so that the user
 * sees everything that is sent.
 */
export function quoted(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n');
  return `${lines.map((line) => `> ${spellOutLines(line)}`.trimEnd()).join('\n')}\n\n`;
}
