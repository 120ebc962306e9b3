// @document
import { beforeEach, expect, it } from 'vitest';
import { forgetEnter, noteEnter, takeEntered } from '@/src/panel/composer/entered-early';
import type { ExtensionValue } from '@/src/schema/values/extension-settings';

let field: HTMLTextAreaElement;

beforeEach(() => {
  field = document.createElement('textarea');
  document.body.replaceChildren(field);
  field.addEventListener('keydown', noteEnter);
  field.addEventListener('focusout', forgetEnter);
});

/** Presses a key in the field. An Enter without a modifier breaks the line, as in the browser. */
function press(init: KeyboardEventInit): void {
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init }));
  if (init.ctrlKey !== true && init.isComposing !== true) field.value += '\n';
}

type Row = [pressed: string, init: KeyboardEventInit, sendKey: ExtensionValue<'sendKey'>, sends: boolean];

it.each<Row>([
  ['Enter', {}, 'enter', true],
  ['Enter', {}, 'ctrl-enter', false],
  ['Ctrl+Enter', { ctrlKey: true }, 'enter', true],
  ['Ctrl+Enter', { ctrlKey: true }, 'ctrl-enter', true],
  ['Shift+Enter', { shiftKey: true }, 'enter', false],
  ['Alt+Enter', { altKey: true }, 'enter', false],
  ['Enter of an input method', { isComposing: true }, 'enter', false],
  ['another key', { key: 'a' }, 'enter', false],
  ['a held Enter', { repeat: true }, 'enter', false],
])('%s with %j, where “%s” sends, sends: %s', (_, init, sendKey, sends) => {
  field.value = 'Hi';
  press(init);
  const before = field.value;
  expect(takeEntered(field, sendKey)).toBe(sends ? 'Hi' : null);
  expect(field.value).toBe(before);
});

it.each<[string, ExtensionValue<'sendKey'>, () => void]>([
  ['the text was changed', 'enter', () => (field.value += 'there')],
  ['its line break was deleted', 'enter', () => (field.value = 'Hi')],
  ['its line break was deleted, where Ctrl+Enter sends', 'ctrl-enter', () => (field.value = 'Hi')],
  [
    'the field lost the focus',
    'enter',
    () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  ],
])('an Enter after which %s sends nothing', (_, sendKey, happens) => {
  field.value = 'Hi';
  press({});
  happens();
  expect(takeEntered(field, sendKey)).toBeNull();
});

it('an Enter that the panel has handled is not noted', () => {
  field.value = 'Hi';
  field.addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true });
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
  expect(takeEntered(field, 'enter')).toBeNull();
});

it('an Enter after the panel knows what it does is not noted', () => {
  takeEntered(field, 'enter');
  field.value = 'Hi';
  press({ ctrlKey: true });
  expect(takeEntered(field, 'enter')).toBeNull();
});
