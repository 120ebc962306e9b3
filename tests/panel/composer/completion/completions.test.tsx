// @document
import 'fake-indexeddb/auto';
import { act, createRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { newChatSettings } from '@/src/core/records/chat';
import { type Command, commandSchema } from '@/src/messages/commands';
import { Completions } from '@/src/panel/composer/completion/completions';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { editField } from '@/src/panel/composer/edit-field';
import { PromptSheet } from '@/src/panel/data/saved-prompts/parts';
import type { ShownChat } from '@/src/panel/data/shown-chat';
import { query } from '@/src/panel/data/stored-data';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { CONNECTED } from '../../connected-page';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { storedRun } from '../../stored-run';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';
import { withEditCommands } from '../edit-commands';
import { textInMemory } from '../memory-text-store';

const rendering = withRendering();
const writer = new StewardDatabase(DATABASE_NAME);
let composerText: ComposerText;
let sent: Command[];
let reply: unknown;

beforeEach(async () => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  withEditCommands();
  composerText = textInMemory();
  await writer.savedPrompts.clear();
  sent = [];
  reply = { ok: true, value: null };
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(commandSchema.parse(command));
    return reply;
  };
  Object.assign(browser.runtime, { sendMessage });
});

const UNSAVED: Partial<ShownChat> = { page: CONNECTED, view: emptyView(null) };

/** Renders the lists beside a focused field that has a listener of its own. */
async function show(known: Partial<ShownChat> = UNSAVED) {
  const onUndo = vi.fn();
  const field = createRef<HTMLTextAreaElement>();
  const textarea = field as { current: HTMLTextAreaElement };
  rendering.render(
    inShownChat(
      known,
      <>
        <textarea ref={field} onInput={({ currentTarget }) => composerText.setText(currentTarget.value)} />
        <Completions textarea={textarea} composerText={composerText} edit={editField} onOpen={onUndo} />
      </>,
    ),
  );
  // Until the saved prompts are read.
  await act(async () => {
    await query(({ savedPrompts }) => savedPrompts());
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  const others = vi.fn();
  field.current?.addEventListener('keydown', others);
  field.current?.focus();
  const type = (text: string) =>
    act(() => {
      if (field.current === null) throw new Error('There is no field.');
      field.current.value = text;
      composerText.setText(text);
      field.current.dispatchEvent(new Event('input'));
    });
  const press = (key: string, init: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, ...init });
    act(() => void field.current?.dispatchEvent(event));
    return event;
  };
  return { onUndo, field, others, type, press };
}

function options(): string[] {
  const words = [...rendering.place.querySelectorAll('[role=option] .menu-words > :first-child')];
  return words.map(({ textContent }) => textContent ?? '');
}

function marked(): string | null {
  const id = rendering.place.querySelector('textarea')?.getAttribute('aria-activedescendant') ?? null;
  const selected = rendering.place.querySelector('[role=option][aria-selected=true]');
  expect(selected?.id ?? null).toBe(id);
  return selected?.querySelector('.menu-words > :first-child')?.textContent ?? null;
}

const READ_ONLY: Partial<ShownChat> = {
  view: emptyView(null, { settings: { ...newChatSettings(), approvalPolicy: 'read-only' } }),
};

const SAVED = [
  { name: 'Save tokens', text: 'Answer in one sentence.' },
  { name: 'Tidy up', text: 'Hide all previews.\nKeep the rest.' },
];
const COMMANDS = ['Undo the last changes', 'Save the page', 'Plan first'];

describe('what a slash lists', () => {
  it('is how to save prompts, and the commands, filtered by what follows', async () => {
    const { field, type } = await show();
    expect(options()).toEqual([]);
    expect(rendering.place.textContent).toBe('');
    type('/');
    expect(options()).toEqual(COMMANDS);
    expect(rendering.place.textContent).toContain('save them with the button below any message');
    expect(field.current?.getAttribute('aria-controls')).toBe(
      rendering.place.querySelector('[role=listbox]')?.id,
    );
    expect(field.current?.getAttribute('aria-autocomplete')).toBe('list');
    type('/pl');
    expect(options()).toEqual(['Plan first']);
    expect(rendering.place.textContent).toContain('1 entry.');
    expect(marked()).toBe('Plan first');
    type('/plx');
    expect(options()).toEqual([]);
    expect(marked()).toBeNull();
    expect(field.current?.hasAttribute('aria-controls')).toBe(false);
  });

  it('begins with the user’s saved prompts', async () => {
    await writer.savedPrompts.bulkAdd(SAVED);
    const { type } = await show();
    type('/');
    expect(options()).toEqual(['Save tokens', 'Tidy up', ...COMMANDS]);
    expect(rendering.place.textContent).toContain('F2 changes or deletes a saved prompt.');
    type('/sa');
    expect(options()).toEqual(['Save tokens', 'Save the page']);
  });

  it('puts the text of a saved prompt into the field, and sends nothing', async () => {
    await writer.savedPrompts.bulkAdd(SAVED);
    const { others, type, press } = await show();
    type('/');
    type('/ti');
    press('Enter');
    expect(composerText.getText()).toBe('Hide all previews.\nKeep the rest.');
    expect(options()).toEqual([]);
    expect(sent).toEqual([]);
    expect(others).not.toHaveBeenCalled();
  });

  it.each(['F2', 'its button'])('opens the form of a saved prompt by %s', async (way) => {
    await writer.savedPrompts.bulkAdd(SAVED);
    stubDialogs();
    await PromptSheet.load();
    const { type, press } = await show();
    type('/');
    type('/ti');
    if (way === 'F2') press('F2');
    else act(() => rendering.place.querySelector<HTMLElement>('[role=option] .choice-edit')?.click());
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(rendering.place.querySelector('dialog input')).not.toBeNull();
    });
    expect(rendering.place.querySelector<HTMLInputElement>('dialog input')?.value).toBe('Tidy up');
    expect(options()).toEqual([]);
  });

  it.each([
    ['undoes the last changes after a preview, once an answer has changed the page', true, 1],
    ['doesn’t undo while no call of an answer has changed the page', false, 0],
  ])('%s', async (_, success, times) => {
    const entry = {
      reason: 'before-changes',
      calls: [{ success }],
      stateHash: 'a',
      after: { stateHash: 'b' },
    };
    const checkpoints = { entries: [entry], elsewhere: [], deletedCount: 0 };
    const { onUndo, type, press } = await show({ ...UNSAVED, checkpoints: checkpoints as never });
    type('/');
    type('/und');
    press('Enter');
    expect(onUndo).toHaveBeenCalledTimes(times);
    expect(sent).toEqual([]);
  });

  it('saves the page by a call that waits for the user’s approval', async () => {
    const { type, press } = await show();
    type('/');
    type('/save');
    press('Enter');
    expect(sent).toEqual([{ type: 'save-page', chatId: 'c' }]);
  });

  it.each([
    [false, 'Plan first'],
    [true, 'Stop planning first'],
  ])('changes plan mode and no other permission, from %s', async (planMode, words) => {
    const view = emptyView(null);
    const settings = { ...view.chat.settings, planMode, permissions: { save: 'deny' as const } };
    const { type, press } = await show({ ...UNSAVED, view: emptyView(null, { settings }) });
    type('/');
    type('/plan');
    expect(options()).toEqual([words]);
    press('Enter');
    expect(sent).toEqual([
      {
        type: 'set-policy',
        chatId: 'c',
        approvalPolicy: 'default',
        permissions: { save: 'deny' },
        planMode: !planMode,
      },
    ]);
  });

  it.each([
    ['a text that is inserted as a whole', ['/pl']],
    ['a slash after other text', ['Or', 'Or /']],
    ['a second line', ['/', '/\n']],
  ])('is nothing for %s', async (_, texts) => {
    const { type } = await show();
    for (const text of texts) type(text);
    expect(options()).toEqual([]);
  });

  it('is nothing for a text that the user has not typed here, as in another panel with the chat', async () => {
    await show();
    act(() => composerText.setText('/'));
    expect(options()).toEqual([]);
  });

  it.each<[string, string, KeyboardEventInit]>([
    ['Enter', 'Enter', {}],
    ['Tab', 'Tab', {}],
    ['Ctrl+Enter, which sends messages', 'Enter', { ctrlKey: true }],
    ['⌘+Enter, which sends messages', 'Enter', { metaKey: true }],
  ])('is gone through with the arrow keys, and chosen with %s', async (_, key, init) => {
    await writer.savedPrompts.bulkAdd(SAVED);
    const { others, type, press } = await show();
    type('/');
    press('ArrowDown');
    expect(marked()).toBe('Tidy up');
    press('ArrowUp');
    press('ArrowUp');
    expect(marked()).toBe('Plan first');
    expect(press(key, init).defaultPrevented).toBe(true);
    expect(sent).toMatchObject([{ type: 'set-policy' }]);
    expect(composerText.getText()).toBe('');
    expect(options()).toEqual([]);
    expect(others).not.toHaveBeenCalled();
  });

  it('is chosen with a click, which doesn’t take the focus', async () => {
    await writer.savedPrompts.bulkAdd(SAVED);
    const { field, type } = await show();
    type('/');
    const option = rendering.place.querySelector<HTMLElement>('[role=option]');
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
    act(() => void option?.dispatchEvent(press));
    expect(press.defaultPrevented).toBe(true);
    act(() => option?.click());
    expect(composerText.getText()).toBe('Answer in one sentence.');
    expect(document.activeElement).toBe(field.current);
  });

  it('is closed with Escape, which leaves the text and does nothing else', async () => {
    const { others, type, press } = await show();
    type('/');
    type('/p');
    expect(press('Escape').defaultPrevented).toBe(true);
    expect(others).not.toHaveBeenCalled();
    expect(options()).toEqual([]);
    expect(composerText.getText()).toBe('/p');
    type('/pl');
    expect(options()).toEqual([]);
    press('Enter');
    expect(others).toHaveBeenCalledTimes(1);
  });

  it('is closed when the field loses the focus', async () => {
    const { field, type } = await show();
    type('/');
    act(() => field.current?.blur());
    expect(options()).toEqual([]);
  });

  it.each<[string, string, KeyboardEventInit]>([
    ['an input method’s Enter', 'Enter', { isComposing: true }],
    ['an input method’s arrow', 'ArrowDown', { isComposing: true }],
    ['Ctrl+ArrowDown', 'ArrowDown', { ctrlKey: true }],
    ['⌘+ArrowUp', 'ArrowUp', { metaKey: true }],
    ['Alt+Enter', 'Enter', { altKey: true }],
    ['Shift+Enter', 'Enter', { shiftKey: true }],
    ['Shift+Tab', 'Tab', { shiftKey: true }],
    ['a letter', 's', {}],
  ])('leaves %s to the field', async (_, key, init) => {
    const { others, type, press } = await show();
    type('/');
    expect(press(key, init).defaultPrevented).toBe(false);
    expect(others).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([]);
    expect(marked()).toBe('Save the page');
  });

  it('is not chosen while the key repeats', async () => {
    const { others, type, press } = await show();
    type('/');
    press('Enter', { repeat: true });
    expect(sent).toEqual([]);
    expect(others).not.toHaveBeenCalled();
  });

  it.each([
    ['undo', 'no answer has changed the page', UNSAVED],
    [
      'save',
      'nothing is unsaved',
      { ...UNSAVED, page: { ...CONNECTED, line: { ...CONNECTED.line, unsaved: false } } },
    ],
    ['save', 'a run works', { ...UNSAVED, view: emptyView(storedRun({ state: 'processing' })) }],
    ['plan', 'the chat is read-only', READ_ONLY],
  ])('dims %s while %s, and Enter does nothing then', async (typed, _, known) => {
    const { onUndo, others, type, press } = await show(known);
    type('/');
    type(`/${typed}`);
    const option = rendering.place.querySelector<HTMLElement>('[role=option]');
    expect(option?.getAttribute('aria-disabled')).toBe('true');
    expect(marked()).toBeNull();
    press('Enter');
    act(() => option?.click());
    expect([sent, onUndo.mock.calls, others.mock.calls]).toEqual([[], [], []]);
    expect(composerText.getText()).toBe(`/${typed}`);
  });

  it('leaves every key to the field while nothing matches', async () => {
    const { others, type, press } = await show();
    type('/');
    type('/x');
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowUp']) press(key);
    expect(others).toHaveBeenCalledTimes(4);
  });
});
