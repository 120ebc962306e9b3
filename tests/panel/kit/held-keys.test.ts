// @document
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ignoreRepeatedPresses } from '@/src/panel/kit/held-keys';

beforeAll(() => ignoreRepeatedPresses(document));
beforeEach(() => {
  document.body.innerHTML = '<button type="button">Stop</button><textarea></textarea>';
});

/** Dispatches a keyboard event; returns true if the browser would perform its default action. */
function acts(type: 'keydown' | 'keyup', selector: string, key: string, repeat = false): boolean {
  const target = document.querySelector(selector);
  if (target === null) throw new Error(`There is no ${selector}.`);
  return target.dispatchEvent(new KeyboardEvent(type, { key, repeat, bubbles: true, cancelable: true }));
}

describe('a key on a button', () => {
  it.each(['Enter', ' '])('%j pressed once clicks it', (key) => {
    expect(acts('keydown', 'button', key)).toBe(true);
    expect(acts('keyup', 'button', key)).toBe(true);
  });

  it.each(['Enter', ' '])('%j repeating does nothing', (key) => {
    acts('keydown', 'button', key);
    expect(acts('keydown', 'button', key, true)).toBe(false);
  });

  it('Space repeating, then released, does nothing, and the next press works', () => {
    acts('keydown', 'textarea', ' ');
    acts('keydown', 'button', ' ', true);
    expect(acts('keyup', 'button', ' ')).toBe(false);
    expect(acts('keydown', 'button', ' ')).toBe(true);
    expect(acts('keyup', 'button', ' ')).toBe(true);
  });

  it.each(['Enter', ' '])('%j repeating types nothing into a field that has got the focus by it', (key) => {
    acts('keydown', 'button', key);
    expect(acts('keydown', 'textarea', key, true)).toBe(false);
    acts('keyup', 'textarea', key);
    acts('keydown', 'textarea', key);
    expect(acts('keydown', 'textarea', key, true)).toBe(true);
  });

  it('Tab repeating moves the focus', () => {
    expect(acts('keydown', 'button', 'Tab', true)).toBe(true);
  });
});

it.each(['Enter', ' ', 'a'])('%j repeating in a text field repeats there', (key) => {
  expect(acts('keydown', 'textarea', key, true)).toBe(true);
});
