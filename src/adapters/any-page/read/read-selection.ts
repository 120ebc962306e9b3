import { cleanText, withoutPatterns } from '@/src/core/secrets/clean-text';
import { createFindLabels, createFindSensitivity, isField, isReadable, isTextBox, readField } from './fields';
import type { TextSpan } from './visibility';
import { createWalker, WHOLE_TEXT } from './walk';

/**
 * The text that the user has selected, as a reader of the page sees it: without what is hidden, and without anything that looks like a
 * key. Empty if there is none.
 */
export function readSelection(document: Document): string {
  return selectedInField(document) ?? selectedText(document);
}

/** The selected part of a focused text field that is read; null if there is none, and empty for a secret value. */
function selectedInField(document: Document): string | null {
  const { activeElement: field } = document;
  if (field === null || !isField(field) || field.tagName === 'SELECT' || !isReadable(field)) return null;
  const { value, selectionStart: from, selectionEnd: to } = field as HTMLInputElement | HTMLTextAreaElement;
  if (from === null || to === null || from === to) return null;
  const labelsOf = createFindLabels();
  const { textOf, seesField } = createWalker(document, () => false, WHOLE_TEXT);
  const finders = { labelsOf, sensitivityOf: createFindSensitivity(labelsOf), textOf };
  const isSecret = !seesField(field) || (readField(field, [], finders)?.value ?? null) === null;
  return isSecret ? '' : cleanText(value.slice(...wholeKeys(value, [from, to]))).trim();
}

function selectedText(document: Document): string {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return '';
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: all } = range;
  const around = all instanceof Element ? all : all.parentElement;
  if (around === null || around.closest('[hidden], [aria-hidden="true"]') !== null || isInSecret(around))
    return '';
  let text = '';
  const breakLine = () => {
    if (!text.endsWith('\n')) text += '\n';
  };
  const write = (piece: string) => {
    text += piece.replace(/\s+/g, ' ');
  };
  const walker = createWalker(
    document,
    () => false,
    (node) => partIn(range, node),
  );
  walker.walk(around, { text: write, breakLine, names: () => [] });
  return cleanText(text).trim();
}

/** True for an element in a text box whose name says that its text is secret. */
function isInSecret(element: Element): boolean {
  const sensitivityOf = createFindSensitivity(createFindLabels());
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (isTextBox(at) && sensitivityOf(at, []) !== 'open') return true;
  }
  return false;
}

/** The part of a text that a range has; null for none. A text of a shadow tree is in the range if its host is. */
function partIn(range: Range, text: Text): TextSpan | null {
  let node: Node = text;
  for (
    let root = node.getRootNode();
    root !== range.startContainer.getRootNode();
    root = node.getRootNode()
  ) {
    if (!(root instanceof ShadowRoot)) return null;
    node = root.host;
  }
  if (!range.intersectsNode(node)) return null;
  const from = node === range.startContainer ? range.startOffset : 0;
  const to = node === range.endContainer ? range.endOffset : text.length;
  return from === to ? null : wholeKeys(text.data, [from, to]);
}

/** Extends the part to the whole words at its ends if it then contains a key, because no pattern recognizes a piece of a key. */
function wholeKeys(text: string, [from, to]: TextSpan): TextSpan {
  const before = /\S*$/.exec(text.slice(0, from))?.[0] ?? '';
  const after = /^\S*/.exec(text.slice(to))?.[0] ?? '';
  const whole: TextSpan = [from - before.length, to + after.length];
  const hasKey = (part: string) => withoutPatterns(part) !== part;
  return hasKey(text.slice(...whole)) ? whole : [from, to];
}
