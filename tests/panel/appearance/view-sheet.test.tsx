// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import type { Command } from '@/src/messages/commands';
import { paintAsBefore } from '@/src/panel/appearance/painted-appearance';
import { usePaintedDensity } from '@/src/panel/appearance/use-density';
import { usePaintedTheme } from '@/src/panel/appearance/use-theme';
import { ViewSheet } from '@/src/panel/appearance/view-sheet';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const root = document.documentElement;
const REFUSED = new StewardError('storage', 'It was not stored.', { remedy: 'Try again.' });

/** The background's answer to a command; rejects with the error that it returns. */
let answer: (command: Command) => Promise<void>;
let sent: Command[];
const onDetach = vi.fn(async (_place: string) => undefined);
const onClose = vi.fn();

beforeEach(() => {
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  sent = [];
  answer = async (command) => {
    if (command.type === 'set-send-key') await browser.storage.local.set({ 'send-key': command.sendKey });
    if (command.type === 'set-density') await browser.storage.local.set({ density: command.density });
    if (command.type === 'set-theme') await browser.storage.local.set({ theme: command.theme });
  };
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    return answer(command).then(
      () => ({ ok: true, value: null }),
      (error) => ({ ok: false, error: toErrorInfo(error) }),
    );
  };
  Object.assign(browser.runtime, { sendMessage });
  const getAll = async () => [
    { name: '_execute_action', shortcut: 'Ctrl+Shift+Y' },
    { name: 'undo-last', description: 'Undo the last changes', shortcut: '' },
  ];
  Object.assign(browser, { commands: { getAll } });
  onDetach.mockReset();
  onClose.mockReset();
});
afterEach(async () => {
  await settled(() => browser.storage.local.clear());
  localStorage.clear();
  delete root.dataset.theme;
  delete root.dataset.density;
});

/** Does something, and flushes the stored setting and React's updates. */
const settled = (work: () => unknown) =>
  act(async () => {
    await work();
    await new Promise((resolve) => setTimeout(resolve));
  });

const noError = () => undefined;

/** A panel with the sheet open. */
function Panel(props: { place: 'window' | 'tab' | null; hasChat: boolean }) {
  usePaintedTheme(noError);
  usePaintedDensity(noError);
  return <ViewSheet place={props.place} onDetach={props.hasChat ? onDetach : null} onClose={onClose} />;
}
const show = (props: Partial<Parameters<typeof Panel>[0]> = {}) =>
  settled(() => rendering.render(<Panel place={null} hasChat={true} {...props} />));
const radios = () => [...rendering.place.querySelectorAll<HTMLInputElement>('input[type=radio]')];
const nameOf = (radio: HTMLInputElement) => radio.labels?.[0]?.textContent;
const chosen = () =>
  radios()
    .filter(({ checked }) => checked)
    .map(nameOf);
const choose = (name: string) =>
  act(async () =>
    radios()
      .find((radio) => nameOf(radio) === name)
      ?.click(),
  );

describe('the theme', () => {
  it('is the system’s if none is stored, and is chosen in a labelled group', async () => {
    await show();
    expect(rendering.place.querySelector('fieldset > legend')?.textContent).toBe('Theme');
    expect(radios().map(nameOf)).toEqual(['System', 'Light', 'Dark']);
    expect(chosen()).toEqual(['System']);
    expect(root.dataset.theme).toBeUndefined();
  });

  it('is sent to the background, and painted once it is stored', async () => {
    await show();
    await choose('Dark');
    expect(sent).toEqual([{ type: 'set-theme', theme: 'dark' }]);
    expect(root.dataset.theme).toBe('dark');
    expect(chosen()).toEqual(['Dark']);
  });

  it('follows a change by another panel', async () => {
    await show();
    await settled(() => browser.storage.local.set({ theme: 'light' }));
    expect(chosen()).toEqual(['Light']);
    expect(root.dataset.theme).toBe('light');
    await settled(() => browser.storage.local.remove('theme'));
    expect(chosen()).toEqual(['System']);
    expect(root.dataset.theme).toBeUndefined();
  });

  it('is the system’s if the stored one can’t be read', async () => {
    await browser.storage.local.set({ theme: 'sepia' });
    await show();
    expect(chosen()).toEqual(['System']);
  });

  it('shows the choice before the background answers', async () => {
    answer = () => new Promise(() => undefined);
    await show();
    await choose('Dark');
    expect(chosen()).toEqual(['Dark']);
  });

  it('shows the stored one again, with the error, if the choice is not stored', async () => {
    answer = () => Promise.reject(REFUSED);
    await show();
    await choose('Dark');
    expect(chosen()).toEqual(['System']);
    expect(rendering.place.textContent).toContain('It was not stored.');
  });
});

const boxOf = (label: string) =>
  [...rendering.place.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find((box) =>
    box.labels?.[0]?.textContent?.startsWith(label),
  );

it('the keys are listed: the panel’s own, and those of the browser as they are set', async () => {
  await show();
  const rows = [...rendering.place.querySelectorAll('.key-list dl > div')].map((row) => row.textContent);
  expect(rows).toContain('Ctrl+EnterSends the message; in an approval, approves it once you are in its card');
  expect(rows.slice(-2)).toEqual([
    'Ctrl+Shift+YOpens Steward beside the page in front',
    'No keyUndo the last changes',
  ]);
});

it('what is set has a Reset, which restores the default', async () => {
  await browser.storage.local.set({ theme: 'dark', density: 'compact', 'send-key': 'enter' });
  await show();
  for (const name of ['Theme', 'Compact', 'Enter sends the message']) {
    await settled(() => rendering.button(`Reset: ${name}`).click());
  }
  expect(sent).toEqual([
    { type: 'set-theme', theme: 'system' },
    { type: 'set-density', density: 'normal' },
    { type: 'set-send-key', sendKey: 'ctrl-enter' },
  ]);
});

it('the compact panel is chosen, painted at once and with the next panel, and ended by another panel', async () => {
  await show();
  expect(boxOf('Compact')?.checked).toBe(false);
  await settled(() => boxOf('Compact')?.click());
  expect(sent).toEqual([{ type: 'set-density', density: 'compact' }]);
  expect(root.dataset.density).toBe('compact');
  const next = document.createElement('html');
  paintAsBefore(next);
  expect(next.dataset.density).toBe('compact');
  await settled(() => browser.storage.local.set({ density: 'normal' }));
  expect(boxOf('Compact')?.checked).toBe(false);
  expect(root.dataset.density).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

describe('the switch by which Enter sends', () => {
  const enterSends = () => boxOf('Enter sends');

  it('is off at first, is stored, and follows a change by another panel', async () => {
    await show();
    expect(enterSends()?.checked).toBe(false);
    expect(enterSends()?.labels?.[0]?.textContent).toContain('Ctrl+Enter always sends');
    await act(async () => enterSends()?.click());
    expect(sent).toEqual([{ type: 'set-send-key', sendKey: 'enter' }]);
    expect(enterSends()?.checked).toBe(true);
    await settled(() => browser.storage.local.set({ 'send-key': 'ctrl-enter' }));
    expect(enterSends()?.checked).toBe(false);
  });

  it('shows what is stored again, with the error, if the choice is not stored', async () => {
    answer = () => Promise.reject(REFUSED);
    await show();
    await act(async () => enterSends()?.click());
    expect(enterSends()?.checked).toBe(false);
    expect(rendering.place.textContent).toContain('It was not stored.');
  });
});

describe('the place', () => {
  it.each([
    [null, ['Open in a window', 'Open in a tab']],
    ['window', ['Open in a tab']],
    ['tab', ['Open in a window']],
  ] as const)('of a panel at %s can be one of the others', async (place, names) => {
    await show({ place });
    expect(rendering.buttonNames().filter((name) => name.startsWith('Open'))).toEqual(names);
  });

  it('closes the sheet when the other panel is open', async () => {
    await show();
    await rendering.press('Open in a window');
    expect(onDetach).toHaveBeenCalledExactlyOnceWith('window');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shows the error in the sheet if the browser refuses', async () => {
    onDetach.mockRejectedValueOnce(
      new StewardError('conflict', 'The browser did not open a window.', { remedy: 'Try again.' }),
    );
    await show();
    await rendering.press('Open in a window');
    expect(rendering.place.textContent).toContain('The browser did not open a window.');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('can’t be chosen without a chat, and says why', async () => {
    await show({ hasChat: false });
    expect(rendering.button('Open in a tab').disabled).toBe(true);
    expect(rendering.place.textContent).toContain('once the panel shows a chat');
  });
});
