// @document
import { beforeEach, describe, expect, it } from 'vitest';
import { decideInput } from '@/entrypoints/content/page-lock/is-input-allowed';

beforeEach(() => {
  getSelection()?.removeAllRanges();
  document.body.innerHTML = `
    <p id="text">Words</p><div id="row"><span id="cell">gpt-4o</span></div>
    <input id="field"><input id="search" type="search"><textarea id="area"></textarea>
    <div id="editor" contenteditable="true"><b id="bold">b</b></div>
    <input id="box" type="checkbox"><input id="range" type="range"><input id="number" type="number">
    <select id="list"><option>1</option></select><button id="button"><span id="inside">Go</span></button>
    <a id="link" href="/x">x</a><label id="label">l</label>`;
});

const at = (id: string) => document.getElementById(id);

function verdictOnKey(keys: string, id: string) {
  const parts = keys.split('+');
  const event = new KeyboardEvent('keydown', {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  });
  return decideInput(event, at(id));
}

describe('a key on a locked page', () => {
  it.each([
    ['a', 'field'],
    ['/', 'text'],
    ['Enter', 'field'],
    ['Enter', 'button'],
    [' ', 'button'],
    [' ', 'inside'],
    [' ', 'field'],
    [' ', 'box'],
    ['Backspace', 'area'],
    ['Delete', 'row'],
    ['Escape', 'text'],
    ['ArrowDown', 'list'],
    ['ArrowUp', 'number'],
    ['ArrowLeft', 'range'],
    ['Alt+ArrowDown', 'list'],
    ['Ctrl+s', 'text'],
    ['Ctrl+S', 'text'],
    ['Cmd+s', 'field'],
    ['Ctrl+v', 'field'],
    ['Ctrl+x', 'field'],
    ['Ctrl+z', 'field'],
    ['Ctrl+y', 'field'],
    ['Ctrl+Enter', 'area'],
    ['Cmd+Backspace', 'area'],
  ])('%s is blocked (%s)', (keys, id) => {
    expect(verdictOnKey(keys, id)).toBe('block');
  });

  it.each([
    ['ArrowDown', 'text'],
    ['PageDown', 'row'],
    ['End', 'text'],
    [' ', 'text'],
    ['ArrowLeft', 'field'],
    ['Shift+End', 'area'],
    ['Home', 'bold'],
    ['Tab', 'field'],
    ['Shift', 'field'],
    ['F5', 'field'],
    ['Ctrl+c', 'text'],
    ['Cmd+c', 'field'],
    ['Ctrl+a', 'field'],
    ['Ctrl+l', 'text'],
    ['Ctrl+t', 'text'],
    ['Ctrl+f', 'text'],
    ['Alt+d', 'text'],
    ['Alt+ArrowLeft', 'text'],
  ])('%s is left to the browser (%s)', (keys, id) => {
    expect(verdictOnKey(keys, id)).toBe('browser-only');
  });
});

describe('other input on a locked page', () => {
  it.each([
    ['click', 'button'],
    ['click', 'row'],
    ['click', 'label'],
    ['dblclick', 'row'],
    ['auxclick', 'link'],
    ['mousedown', 'button'],
    ['mousedown', 'inside'],
    ['mousedown', 'list'],
    ['mousedown', 'range'],
    ['touchstart', 'number'],
    ['contextmenu', 'button'],
    ['contextmenu', 'field'],
    ['beforeinput', 'field'],
    ['input', 'field'],
    ['change', 'list'],
    ['submit', 'row'],
    ['reset', 'row'],
    ['paste', 'area'],
    ['cut', 'area'],
    ['drop', 'row'],
    ['dragstart', 'row'],
    ['dragover', 'row'],
    ['compositionstart', 'field'],
  ])('a %s is blocked (%s)', (type, id) => {
    expect(decideInput(new Event(type), at(id))).toBe('block');
  });

  it.each([
    ['mousedown', 'text'],
    ['mousedown', 'cell'],
    ['mousedown', 'field'],
    ['mousedown', 'search'],
    ['mousedown', 'bold'],
    ['touchstart', 'row'],
    ['contextmenu', 'text'],
    ['contextmenu', 'cell'],
    ['pointerdown', 'button'],
    ['pointerup', 'button'],
    ['mouseup', 'button'],
    ['touchend', 'button'],
    ['keyup', 'field'],
    ['keypress', 'field'],
  ])('a %s is left to the browser (%s)', (type, id) => {
    expect(decideInput(new Event(type), at(id))).toBe('browser-only');
  });

  it('a click that ends a text selection is left to the browser, unless it is on a control', () => {
    const text = at('text');
    if (text !== null) getSelection()?.selectAllChildren(text);
    expect(decideInput(new Event('click'), text)).toBe('browser-only');
    expect(decideInput(new Event('click'), at('button'))).toBe('block');
  });

  it('decides without a target as well', () => {
    expect(decideInput(new Event('click'), null)).toBe('block');
    expect(decideInput(new Event('mousedown'), null)).toBe('browser-only');
  });
});
