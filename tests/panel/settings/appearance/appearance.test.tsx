// @document
import { within } from '@testing-library/react/pure';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { KeyList } from '@/src/panel/settings/appearance/key-list';
import { PanelPlaces } from '@/src/panel/settings/appearance/panel-places';
import { usePaintedTheme } from '@/src/panel/settings/appearance/use-painted-theme';
import { ViewChoices } from '@/src/panel/settings/appearance/view-choices';
import { VoiceChoice } from '@/src/panel/settings/appearance/voice-choice';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const root = document.documentElement;
const onDetach = vi.fn(async (_place: string) => undefined);
const onDetached = vi.fn();

beforeEach(() => {
  const getAll = async () => [
    { name: '_execute_action', shortcut: 'Ctrl+Shift+Y' },
    { name: 'undo-last', description: 'Undo the last changes', shortcut: '' },
  ];
  Object.assign(browser, { commands: { getAll } });
  onDetach.mockReset();
  onDetached.mockReset();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await settled(() => browser.storage.local.clear());
  localStorage.clear();
  delete root.dataset.theme;
});

/** The browser refuses what is stored. */
const refuse = () => vi.spyOn(browser.storage.local, 'set').mockRejectedValue(new Error('The disk is full.'));
const stored = () => browser.storage.local.get(null);

/** Does something, and flushes the stored setting and React's updates. */
const settled = (work: () => unknown) =>
  act(async () => {
    await work();
    await new Promise((resolve) => setTimeout(resolve));
  });

/** A panel with all that is set about its appearance. */
function Panel(props: { place: 'window' | 'tab' | null; hasChat: boolean }) {
  usePaintedTheme();
  const { error, report, dismiss } = useCommands();
  const onDetachChat = props.hasChat ? onDetach : null;
  return (
    <>
      <DismissibleError error={error} onDismiss={dismiss} />
      <ViewChoices />
      <PanelPlaces place={props.place} onDetach={onDetachChat} onDetached={onDetached} />
      <KeyList onError={report} />
      <VoiceChoice />
    </>
  );
}
const show = (props: Partial<Parameters<typeof Panel>[0]> = {}) =>
  settled(() => rendering.render(<Panel place={null} hasChat={true} {...props} />));
const radios = () => rendering.shown.getAllByRole<HTMLInputElement>('radio');
const nameOf = (radio: HTMLInputElement) => radio.labels?.[0]?.textContent;
const chosen = () =>
  radios()
    .filter(({ checked }) => checked)
    .map(nameOf);
const click = (element: HTMLElement) => settled(() => rendering.user.click(element));
const choose = (name: string) => click(rendering.shown.getByRole('radio', { name }));

describe('the theme', () => {
  it('is the system’s if none is stored, and is chosen in a labelled group', async () => {
    await show();
    const group = within(rendering.shown.getByRole('group', { name: 'Theme' }));
    expect(group.getAllByRole<HTMLInputElement>('radio').map(nameOf)).toEqual(['System', 'Light', 'Dark']);
    expect(chosen()).toEqual(['System']);
    expect(root.dataset.theme).toBeUndefined();
  });

  it('is painted once it is stored, also by another panel', async () => {
    await show();
    await choose('Dark');
    expect(await stored()).toEqual({ theme: 'dark' });
    expect(root.dataset.theme).toBe('dark');
    expect(chosen()).toEqual(['Dark']);
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

  it.each([
    [
      'is being stored',
      () => vi.spyOn(browser.storage.local, 'set').mockImplementation(() => new Promise(() => undefined)),
    ],
    [
      'is stored, and not read again',
      () => {
        vi.spyOn(browser.storage.local, 'set').mockResolvedValue();
        vi.spyOn(browser.storage.local, 'get').mockImplementation(() => new Promise(() => undefined));
      },
    ],
  ])('is shown as chosen while the choice %s', async (_, hold) => {
    await show();
    hold();
    await choose('Dark');
    expect(chosen()).toEqual(['Dark']);
  });

  it('shows the stored one again, with the error, if the choice is not stored', async () => {
    refuse();
    await show();
    await choose('Dark');
    expect(chosen()).toEqual(['System']);
    expect(rendering.shown.getByRole('alert').textContent).toContain('The disk is full.');
  });
});

/** The checkbox whose accessible name begins with this label; the explanation follows in the name. */
const boxOf = (label: string) =>
  rendering.shown.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${label}`) });

it('the keys are listed: the panel’s own, with Enter only if it sends, and those of the browser as they are set', async () => {
  await show();
  const keys = () => rendering.shown.getAllByRole('term');
  const rows = keys().map(({ parentElement }) => parentElement?.textContent);
  expect(rows).toContain('Ctrl+EnterSends the message; in an approval, approves it once you are in its card');
  expect(rows.slice(-2)).toEqual([
    'Ctrl+Shift+YOpens Steward beside the page in front',
    'No keyUndo the last changes',
  ]);
  const hasEnter = () => keys().some(({ textContent }) => textContent === 'Enter');
  expect(hasEnter()).toBe(true);
  await click(boxOf('Enter sends'));
  expect(hasEnter()).toBe(false);
});

it('what is set has a Reset, which restores the default', async () => {
  await browser.storage.local.set({ theme: 'dark', 'send-key': 'ctrl-enter' });
  await show();
  for (const name of ['Theme', 'Enter sends the message']) {
    await click(rendering.button(`Reset: ${name}`));
    // The button is removed with the focus in it.
    expect(document.activeElement?.closest('fieldset')?.textContent).toContain(name);
  }
  expect(await stored()).toEqual({ theme: 'system', 'send-key': 'enter' });
  expect(rendering.buttonNames().filter((name) => name.startsWith('Reset'))).toEqual([]);
});

it('the compact size that an earlier version stored is ignored, and left alone', async () => {
  await browser.storage.local.set({ density: 'compact' });
  await show();
  await choose('Dark');
  expect({ ...root.dataset }).toEqual({ theme: 'dark' });
  expect(await stored()).toEqual({ density: 'compact', theme: 'dark' });
});

it.each<[label: string, key: string, isOn: boolean, on: unknown, off: unknown, words: string]>([
  ['Enter sends', 'send-key', true, 'enter', 'ctrl-enter', 'Ctrl+Enter always sends'],
  ['Show technical rows', 'technical-rows', false, true, false, ''],
  ['Microphone', 'voice-input', false, true, false, 'send the sound to their vendor’s servers'],
])(
  'the switch “%s” is stored as %s, is on at first: %s, and follows a change by another panel',
  async (label, key, isOn, on, off, words) => {
    vi.stubGlobal('SpeechRecognition', class {});
    await show();
    const isChecked = () => boxOf(label).checked;
    expect(isChecked()).toBe(isOn);
    expect(boxOf(label).labels?.[0]?.textContent).toContain(words);
    for (const next of [!isOn, isOn]) {
      await click(boxOf(label));
      expect(await stored()).toEqual({ [key]: next ? on : off });
      expect(isChecked()).toBe(next);
    }
    await settled(() => browser.storage.local.set({ [key]: isOn ? off : on }));
    expect(isChecked()).toBe(!isOn);
  },
);

it('the switch by which Enter sends is shown as chosen while the choice is being stored', async () => {
  await show();
  vi.spyOn(browser.storage.local, 'set').mockImplementation(() => new Promise(() => undefined));
  await click(boxOf('Enter sends'));
  expect(boxOf('Enter sends').checked).toBe(false);
});

it('the switch by which Enter sends is on, as by default, if the stored key can’t be read', async () => {
  await browser.storage.local.set({ 'send-key': 'space' });
  await show();
  expect(boxOf('Enter sends').checked).toBe(true);
});

it('voice input can’t be switched in a browser without speech recognition, which it says', async () => {
  await browser.storage.local.set({ 'voice-input': true });
  await show();
  expect(boxOf('Microphone').matches(':disabled')).toBe(true);
  expect(boxOf('Microphone').checked).toBe(false);
  expect(rendering.shown.getByText('This browser has no speech recognition.')).toBeDefined();
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

  it.each<[string, string | null]>([
    ['closes the sheet when the other panel is open', null],
    ['shows the error if the browser refuses', 'The browser did not open a window.'],
  ])('%s', async (_, problem) => {
    if (problem !== null) {
      onDetach.mockRejectedValueOnce(new StewardError('conflict', problem, { remedy: 'Try again.' }));
    }
    await show();
    await click(rendering.button('Open in a window'));
    expect(onDetach).toHaveBeenCalledExactlyOnceWith('window');
    expect(onDetached).toHaveBeenCalledTimes(problem === null ? 1 : 0);
    expect(rendering.place.textContent?.includes('did not open')).toBe(problem !== null);
  });

  it('can’t be chosen without a chat, and says why', async () => {
    await show({ hasChat: false });
    expect(rendering.button('Open in a tab').disabled).toBe(true);
    expect(rendering.shown.getByText(/once the panel shows a chat/)).toBeDefined();
  });
});
