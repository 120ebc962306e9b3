import { spellOutLines } from '@/src/core/text/foreign-text';
import { joinTexts } from '@/src/core/text/join-texts';
import { focusMessageField } from '@/src/panel/kit/focus';
import type { ComposerText } from './composer-text';

/**
 * Adds a text of the page to the message as a quotation. Focuses the field first: only an edit of a focused field can
 * be undone.
 */
export function addQuotation(composerText: ComposerText, text: string): void {
  focusMessageField();
  composerText.setText(joinTexts(composerText.getText(), quoted(text)));
}

/**
 * A text of the page as a quotation in Markdown, ready to be continued. Invisible characters are escaped, so that the
 * user sees everything that is sent.
 */
export function quoted(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n');
  return `${lines.map((line) => `> ${spellOutLines(line)}`.trimEnd()).join('\n')}\n\n`;
}
