import { isComposing } from './composition';

/** Number of lines from which on a text isn't inserted: browsers insert line by line, and take a second for a thousand. */
const TOO_MANY_LINES = 200;

/**
 * Replaces a part of the field's value by an edit command, so that the user can undo it. After an assignment, earlier edits
 * couldn't be undone either. False if nothing was changed: the field doesn't have the focus, an input method composes in it, the text
 * has too many lines, or the browser has no such command.
 */
export function editField(field: HTMLTextAreaElement, start: number, end: number, text: string): boolean {
  if (document.activeElement !== field || isComposing(field)) return false;
  if (text.split('\n', TOO_MANY_LINES).length === TOO_MANY_LINES) return false;
  field.setSelectionRange(start, end);
  return document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
