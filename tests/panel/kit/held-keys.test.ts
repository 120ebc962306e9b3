// @document
import { createEvent, fireEvent, within } from '@testing-library/react/pure';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ignoreRepeatedPresses } from '@/src/panel/kit/held-keys';

beforeAll(() => ignoreRepeatedPresses(document));
beforeEach(() => {
  document.body.innerHTML =
    '<button type="button">Stop</button><textarea></textarea><div role="menuitem" tabindex="-1">Settings</div>';
});

type Target = 'button' | 'textbox' | 'menuitem';
// `hidden: true` skips the check whether the element is visible, which is slow in jsdom.
const element = (target: Target) => within(document.body).getByRole(target, { hidden: true });
let lastMs = 0;
/** The time of the next key press, in milliseconds: a second after the one before, which is too late for a double press. */
function nextMs(): number {
  lastMs += 1_000;
  return lastMs;
}
// These three return true if the browser would perform the default action of the key.
const press = (target: Target, key: string, atMs = nextMs()) => {
  const event = createEvent.keyDown(element(target), { key });
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  return fireEvent(element(target), event);
};
const repeat = (target: Target, key: string) => fireEvent.keyDown(element(target), { key, repeat: true });
const release = (target: Target, key: string) => fireEvent.keyUp(element(target), { key });

describe('a key on a button', () => {
  it.each(['Enter', ' '])('%j pressed once clicks it', (key) => {
    expect(press('button', key)).toBe(true);
    expect(release('button', key)).toBe(true);
  });

  it.each(['Enter', ' '])('%j repeating does nothing', (key) => {
    press('button', key);
    expect(repeat('button', key)).toBe(false);
  });

  it('Space repeating, then released, does nothing, and the next press works', () => {
    press('textbox', ' ');
    repeat('button', ' ');
    expect(release('button', ' ')).toBe(false);
    expect(press('button', ' ')).toBe(true);
    expect(release('button', ' ')).toBe(true);
  });

  it.each(['Enter', ' '])('%j repeating types nothing into a field that has got the focus by it', (key) => {
    press('button', key);
    expect(repeat('textbox', key)).toBe(false);
    release('textbox', key);
    press('textbox', key);
    expect(repeat('textbox', key)).toBe(true);
  });

  it.each([
    ['Enter', 120, false],
    ['Enter', 599, false],
    ['Enter', 600, true],
    [' ', 120, true],
    ['a', 120, true],
  ])('%j %i ms later is taken by a field that has got the focus by Enter: %s', (key, laterMs, isTaken) => {
    const atMs = nextMs();
    press('button', 'Enter', atMs);
    expect(press('textbox', key, atMs + laterMs)).toBe(isTaken);
  });

  it('Enter pressed twice opens a menu and chooses its entry', () => {
    const atMs = nextMs();
    press('button', 'Enter', atMs);
    expect(press('menuitem', 'Enter', atMs + 120)).toBe(true);
  });

  it('Enter after a typed letter is no double press', () => {
    const atMs = nextMs();
    press('button', 'Enter', atMs);
    press('textbox', 'a', atMs + 50);
    expect(press('textbox', 'Enter', atMs + 100)).toBe(true);
  });

  it('Tab repeating moves the focus', () => {
    expect(repeat('button', 'Tab')).toBe(true);
  });
});

it.each(['Enter', ' ', 'a'])('%j repeating in a text field repeats there', (key) => {
  expect(repeat('textbox', key)).toBe(true);
});
