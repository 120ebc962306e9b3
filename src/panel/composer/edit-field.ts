import { isComposing } from './composition';

/**
 * A text with this number of lines or more isn't inserted: browsers insert line by line, and need a second for a
 * thousand lines.
 */
const TOO_MANY_LINES = 200;

/**
 * Replaces a part of the field's value with an edit command, so that the user can undo it. An assignment would also
 * prevent the undo of earlier edits. Returns false if nothing was changed: the field doesn't have the focus, an input
 * method composes in it, the text has too many lines, or the browser has no such command.
 */
export function editField(field: HTMLTextAreaElement, start: number, end: number, text: string): boolean {
  if (document.activeElement !== field || isComposing(field)) return false;
  if (text.split('\n', TOO_MANY_LINES).length === TOO_MANY_LINES) return false;
  field.setSelectionRange(start, end);
  return document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
