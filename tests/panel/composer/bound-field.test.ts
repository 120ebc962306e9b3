// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bindField } from '@/src/panel/composer/bound-field';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { markCompositions } from '@/src/panel/composer/composition';
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
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function compose(step: 'start' | 'end'): void {
  field.dispatchEvent(new CompositionEvent(`composition${step}`, { bubbles: true }));
}

describe('the message field', () => {
  it('gives what is typed to the composer’s text, and shows what others put there', () => {
    type('Hide it');
    expect(composerText.getText()).toBe('Hide it');
    composerText.setText('');
    expect(field.value).toBe('');
  });

  it('keeps its caret when a draft is put before what is typed', () => {
    type('Hide it');
    field.setSelectionRange(2, 4);
    composerText.setText('A draft\nHide it');
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['A draft\nHide it', 10, 12]);
  });

  it('has the caret behind a text that comes into the empty field', () => {
    composerText.setText('A draft');
    expect(field.selectionStart).toBe('A draft'.length);
  });

  it('takes a draft at the end of a composition, without losing a letter of either', () => {
    type('に');
    compose('start');
    type('にほ');
    composerText.setText('A draft\nにほ');
    expect(field.value).toBe('にほ');
    type('にほん');
    expect(composerText.getText()).toBe('A draft\nにほん');
    field.setSelectionRange(3, 3);
    compose('end');
    expect([field.value, field.selectionStart]).toEqual(['A draft\nにほん', 11]);
    type('A draft\nにほん!');
    expect(composerText.getText()).toBe('A draft\nにほん!');
  });

  it('takes a draft at the end of a composition that began before it was bound', () => {
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

  it('shows a text that replaces its own, even during a composition', () => {
    type('sent');
    compose('start');
    composerText.setText('');
    expect(field.value).toBe('');
    compose('end');
    expect([field.value, composerText.getText()]).toEqual(['', '']);
  });

  it('is left alone once it is unbound', () => {
    unbind();
    composerText.setText('later');
    type('typed');
    expect([field.value, composerText.getText()]).toEqual(['typed', 'later']);
  });
});
