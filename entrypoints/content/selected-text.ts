import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';

/** Input types whose selected text is read: passwords are left out. Types such as number report no selection. */
const TEXT_INPUTS = ['text', 'search', 'url', 'email', 'tel'];

/** The text that the user has selected in a document, cut to {@link MAX_SELECTION_LENGTH}; empty if there is none. */
export function selectedText(document: Document): string {
  const text = selectedInField(document.activeElement) ?? document.getSelection()?.toString() ?? '';
  // The ellipsis shows that the end is missing.
  return text.length <= MAX_SELECTION_LENGTH ? text : `${text.slice(0, MAX_SELECTION_LENGTH - 1)}…`;
}

/** The selected part of a focused text field; null if the element is no text field or nothing in it is selected. */
function selectedInField(element: Element | null): string | null {
  const isField =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && TEXT_INPUTS.includes(element.type));
  if (!isField || element.selectionStart === null || element.selectionStart === element.selectionEnd)
    return null;
  return element.value.slice(element.selectionStart, element.selectionEnd ?? undefined);
}
