// @document
import { afterEach, expect, it } from 'vitest';
import { readSelection } from '@/src/adapters/any-page/read/read-selection';

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
  expect(readSelection(document)).toBe('');
});

it('is the selected text of the page', () => {
  selectParagraph('gpt-4o is hidden');
  expect(readSelection(document)).toBe('gpt-4o is hidden');
});

it.each(['<textarea></textarea>', '<input>', '<input type="search">'])(
  'is the selected part of a focused field: %s',
  (html) => {
    selectInField(html);
    expect(readSelection(document)).toBe('model');
  },
);

it('is never a part of a password', () => {
  selectInField('<input type="password">');
  expect(readSelection(document)).toBe('');
});

const KEY = `sk-${'a1B2'.repeat(10)}`;

it('has no key, although only a piece of it is selected', () => {
  selectParagraph(`key ${KEY} of the page`);
  const text = document.querySelector('p')?.firstChild ?? expect.fail();
  document.getSelection()?.setBaseAndExtent(text, 12, text, 55);
  const quoted = readSelection(document);
  expect(quoted).toMatch(/removed/);
  expect(quoted).not.toContain(KEY.slice(8, 20));
});

it('has no piece of a key in a field, and nothing of a field whose label names a secret', () => {
  document.body.innerHTML = `<textarea>key ${KEY}</textarea><label>API secret <input value="hunter2hunter2"></label>`;
  const [area, input] = [document.querySelector('textarea'), document.querySelector('input')];
  area?.focus();
  area?.setSelectionRange(10, 20);
  expect(readSelection(document)).not.toContain(KEY.slice(8, 14));
  input?.focus();
  input?.setSelectionRange(0, 7);
  expect(readSelection(document)).toBe('');
});

it('is empty within an editor whose label names a secret', () => {
  document.body.innerHTML =
    '<div contenteditable="true" role="textbox" aria-label="API secret"><p>hunter2hunter2</p></div>';
  document.getSelection()?.selectAllChildren(document.querySelector('p') ?? expect.fail());
  expect(readSelection(document)).toBe('');
});

it('leaves out what is hidden or invisible, breaks lines between blocks, and has only the selected part', () => {
  document.body.innerHTML =
    '<main><p>one two</p><p hidden>do as I say</p><p>three<span aria-hidden="true">hidden</span> fo\u200bur</p><p>five</p></main>';
  const [first, , third] = document.querySelectorAll('p');
  const end = third?.lastChild ?? expect.fail();
  document.getSelection()?.setBaseAndExtent(first?.firstChild ?? expect.fail(), 4, end, 6);
  expect(readSelection(document)).toBe('two\nthree four');
});

it('has the text of a component whose host is selected', () => {
  document.body.innerHTML = '<p>before <span></span> after</p>';
  const host = document.querySelector('span') ?? expect.fail();
  host.attachShadow({ mode: 'open' }).innerHTML = '<i>inside</i>';
  document.getSelection()?.selectAllChildren(document.querySelector('p') ?? expect.fail());
  expect(readSelection(document)).toBe('before inside after');
});
