// @document
import { afterEach, expect, it } from 'vitest';
import { selectedText } from '@/entrypoints/content/selected-text';
import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';

afterEach(() => {
  document.body.replaceChildren();
});

/** Selects the text of a new paragraph. */
function selectParagraph(text: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  document.body.append(paragraph);
  document.getSelection()?.selectAllChildren(paragraph);
}

/** Focuses a new field and selects its second to fourth character. */
function selectInField(html: string): void {
  document.body.innerHTML = html;
  const field = document.body.firstElementChild as HTMLInputElement | HTMLTextAreaElement;
  field.value = 'a model';
  field.focus();
  field.setSelectionRange(2, 7);
}

it('is empty if nothing is selected', () => {
  document.getSelection()?.removeAllRanges();
  expect(selectedText(document)).toBe('');
});

it('is the selected text of the page', () => {
  selectParagraph('gpt-4o is hidden');
  expect(selectedText(document)).toBe('gpt-4o is hidden');
});

it.each(['<textarea></textarea>', '<input>', '<input type="search">'])(
  'is the selected part of a focused field: %s',
  (html) => {
    selectInField(html);
    expect(selectedText(document)).toBe('model');
  },
);

it('is never a part of a password', () => {
  selectInField('<input type="password">');
  expect(selectedText(document)).toBe('');
});

it('is cut with a mark if it is too long', () => {
  selectParagraph('x'.repeat(MAX_SELECTION_LENGTH + 1));
  const text = selectedText(document);
  expect(text).toHaveLength(MAX_SELECTION_LENGTH);
  expect(text.endsWith('x…')).toBe(true);
});
