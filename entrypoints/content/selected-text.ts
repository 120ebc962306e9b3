import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';

/** Inputs whose selected text is nobody's secret. Others, such as numbers, report no selection. */
const TEXT_INPUTS = ['text', 'search', 'url', 'email', 'tel'];

/** The text that the user has selected in a document, cut to {@link MAX_SELECTION_LENGTH}; empty if there is none. */
export function selectedText(document: Document): string {
  const text = selectedInField(document.activeElement) ?? document.getSelection()?.toString() ?? '';
  // A mark shows that the end is missing.
  return text.length <= MAX_SELECTION_LENGTH ? text : `${text.slice(0, MAX_SELECTION_LENGTH - 1)}…`;
}

/** The selected part of a focused text field; null if the element is none, or nothing in it is selected. */
function selectedInField(element: Element | null): string | null {
  const isField =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && TEXT_INPUTS.includes(element.type));
  if (!isField || element.selectionStart === null || element.selectionStart === element.selectionEnd)
    return null;
  return element.value.slice(element.selectionStart, element.selectionEnd ?? undefined);
}
