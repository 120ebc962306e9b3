// @document
import { fireEvent } from '@testing-library/react/pure';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bindField } from '@/src/panel/composer/composer';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { markCompositions } from '@/src/panel/composer/composition';
import { withEditCommands } from './edit-commands';
import { textInMemory } from './memory-text-store';

let field: HTMLTextAreaElement;
let composerText: ComposerText;
let unbind: () => void;

beforeAll(() => markCompositions(document));
beforeEach(() => {
  field = document.body.appendChild(document.createElement('textarea'));
  composerText = textInMemory();
  unbind = bindField(field, composerText);
});
afterEach(() => {
  unbind();
  field.remove();
});

/** Puts the text into the field, as typing does. */
function type(text: string): void {
  fireEvent.input(field, { target: { value: text } });
}

function compose(step: 'start' | 'end', data = ''): void {
  if (step === 'start') fireEvent.compositionStart(field, { data });
  else fireEvent.compositionEnd(field, { data });
}

describe('the message field', () => {
  it('gives what is typed to the composer’s text, and shows what others put there', () => {
    type('Hide it');
    expect(composerText.getText()).toBe('Hide it');
    composerText.setText('');
    expect(field.value).toBe('');
  });

  it('keeps its caret when a stored text is put before what is typed', () => {
    type('Hide it');
    field.setSelectionRange(2, 4);
    composerText.setText('A draft\nHide it');
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['A draft\nHide it', 10, 12]);
  });

  it.each([
    ['behind its text, so that it can be undone', 'Hide it', 'Hide it\n> this', 1],
    ['before its text', 'Hide it', 'A draft\nHide it', 0],
    ['into the empty field', '', '> this', 0],
    ['in place of its text, as when it was sent', 'Hide it', '', 0],
    ['of so many lines that an edit takes long', 'Hide it', `Hide it${'\n> this'.repeat(300)}`, 0],
  ])('with the focus, takes a text that comes %s', (_, before, after, edits) => {
    const editCommands = withEditCommands();
    field.focus();
    type(before);
    const setText = vi.spyOn(composerText, 'setText');
    composerText.setText(after);
    expect([field.value, composerText.getText()]).toEqual([after, after]);
    expect(editCommands).toHaveBeenCalledTimes(edits);
    expect(setText).toHaveBeenCalledTimes(1);
  });

  it('without the focus, shows what is added', () => {
    const editCommands = withEditCommands();
    type('Hide it');
    composerText.setText('Hide it\n> this');
    expect(field.value).toBe('Hide it\n> this');
    expect(editCommands).not.toHaveBeenCalled();
  });

  it('has the caret behind a text that comes into the empty field', () => {
    composerText.setText('A draft');
    expect(field.selectionStart).toBe('A draft'.length);
  });

  it('takes a stored text at the end of a composition, without losing a letter of either', () => {
    type('に');
    compose('start');
    type('にほ');
    composerText.setText('A draft\nにほ');
    expect(field.value).toBe('にほ');
    type('にほん');
    field.setSelectionRange(3, 3);
    compose('end');
    expect([field.value, field.selectionStart]).toEqual(['A draft\nにほん', 11]);
    type('A draft\nにほん!');
    expect(composerText.getText()).toBe('A draft\nにほん!');
  });

  it('takes a stored text at the end of a composition that began before it was bound', () => {
    unbind();
    compose('start');
    field.value = 'に';
    composerText.setText('に');
    unbind = bindField(field, composerText);
    composerText.setText('A draft\nに');
    expect(field.value).toBe('に');
    compose('end');
    expect([field.value, composerText.getText()]).toEqual(['A draft\nに', 'A draft\nに']);
  });

  it('takes what is added behind it at the end of a composition, with the caret where it was', () => {
    type('abc に');
    compose('start');
    type('abc にほ');
    composerText.setText('abc にほ\nqueued にほ, later');
    type('abc 日本');
    expect(field.value).toBe('abc 日本');
    field.setSelectionRange(6, 6);
    compose('end', '日本');
    expect([field.value, field.selectionStart]).toEqual(['abc 日本\nqueued にほ, later', 6]);
    expect(composerText.getText()).toBe(field.value);
  });

  it.each([
    ['', '日本'],
    ['other ', 'other 日本'],
  ])('keeps only what was composed when %j replaced its text meanwhile', (text, expected) => {
    type('sent に');
    compose('start');
    composerText.setText(text);
    expect(field.value).toBe('sent に');
    type('sent 日本');
    compose('end', '日本');
    expect([field.value, composerText.getText()]).toEqual([expected, expected]);
    expect(field.selectionStart).toBe(expected.length);
  });

  it('is left alone once it is unbound', () => {
    unbind();
    composerText.setText('later');
    type('typed');
    expect([field.value, composerText.getText()]).toEqual(['typed', 'later']);
  });
});
