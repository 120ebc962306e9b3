// @document
import 'fake-indexeddb/auto';
import { fireEvent, within } from '@testing-library/react/pure';
import { act, type RefObject, useLayoutEffect, useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import type { Command } from '@/src/messages/commands';
import { Completions } from '@/src/panel/composer/completion/completions';
import { bindField } from '@/src/panel/composer/composer';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { editField } from '@/src/panel/composer/edit-field';
import { PromptSheet } from '@/src/panel/data/saved-prompts/parts';
import type { ShownChat } from '@/src/panel/data/shown-chat';
import { query } from '@/src/panel/data/stored-data';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { CONNECTED } from '../../connected-page';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { storedRun } from '../../stored-run';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';
import { withEditCommands } from '../edit-commands';
import { textInMemory } from '../memory-text-store';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);
let composerText: ComposerText;
let sent: Command[];
let reply: unknown;

beforeEach(async () => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  withEditCommands();
  composerText = textInMemory();
  await writer.savedPrompts.clear();
  reply = ACCEPTED;
  sent = stubBackground(() => reply);
});

const UNSAVED: Partial<ShownChat> = { page: CONNECTED, view: emptyView(null) };

function Panel({ onUndo }: { onUndo(): void }) {
  const textarea = useRef<HTMLTextAreaElement>(null) as RefObject<HTMLTextAreaElement>;
  // As the composer does: the field shows the text, and stores what is typed in it.
  useLayoutEffect(() => bindField(textarea.current, composerText), []);
  return (
    <>
      <textarea ref={textarea} aria-label="Message" />
      <Completions textarea={textarea} composerText={composerText} edit={editField} onOpen={onUndo} />
    </>
  );
}

/** Renders the lists of completions and a field, and focuses the field. */
async function show(known: Partial<ShownChat> = UNSAVED) {
  const onUndo = vi.fn();
  rendering.render(inShownChat(known, <Panel onUndo={onUndo} />));
  // Until the saved prompts are read.
  await act(async () => {
    await query(({ savedPrompts }) => savedPrompts());
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await rendering.user.click(field());
  return onUndo;
}

const field = () => rendering.shown.getByLabelText('Message');
const type = (keys: string) => rendering.user.keyboard(keys);

/** Dispatches a key event in the field. Resolves to false if a handler prevented the default action of the key. */
const press = (key: string, init: KeyboardEventInit) =>
  act(async () => fireEvent.keyDown(field(), { key, ...init }));

/** Returns a mock that is called for each key that the lists don't handle. */
function keysLeft() {
  const onKeyDown = vi.fn();
  field().addEventListener('keydown', onKeyDown);
  return onKeyDown;
}

const option = (name: RegExp) => rendering.shown.getByRole('option', { name });
/** The text of an option without its note. */
const wordsOf = (element: Element) => element.querySelector('.menu-words > :first-child')?.textContent;
const options = () => rendering.shown.queryAllByRole('option').map(wordsOf);

function marked() {
  const selected = rendering.shown.queryByRole('option', { selected: true });
  expect(field().getAttribute('aria-activedescendant')).toBe(selected?.id ?? null);
  return selected === null ? null : wordsOf(selected);
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
    await show();
    expect(options()).toEqual([]);
    expect(rendering.place.textContent).toBe('');
    await type('/');
    expect(options()).toEqual(COMMANDS);
    expect(rendering.shown.getByRole('paragraph').textContent).toContain(
      'save them with the button below any message',
    );
    expect(field().getAttribute('aria-controls')).toBe(rendering.shown.getByRole('listbox').id);
    expect(field().getAttribute('aria-autocomplete')).toBe('list');
    await type('pl');
    expect(options()).toEqual(['Plan first']);
    expect(rendering.shown.getByText(/^1 entry\./)).toBeDefined();
    expect(marked()).toBe('Plan first');
    await type('x');
    expect(options()).toEqual([]);
    expect(marked()).toBeNull();
    expect(field().hasAttribute('aria-controls')).toBe(false);
  });

  it('begins with the user’s saved prompts', async () => {
    await writer.savedPrompts.bulkAdd(SAVED);
    await show();
    await type('/');
    expect(options()).toEqual(['Save tokens', 'Tidy up', ...COMMANDS]);
    expect(rendering.shown.getByText('F2 changes or deletes a saved prompt or a recipe.')).toBeDefined();
    await type('sa');
    expect(options()).toEqual(['Save tokens', 'Save the page']);
  });

  it.each([
    ['undo', 'Undo the last changes'],
    ['save', 'Save the page'],
    ['plan', 'Plan first'],
  ])('lists /%s before a stored prompt of that name', async (name, command) => {
    await writer.savedPrompts.bulkAdd([name, `${name} all`].map((own) => ({ name: own, text: 'Evil.' })));
    await show();
    await type(`/${name}`);
    expect(options()).toEqual([command, name, `${name} all`]);
  });

  it.each(['Undo', 'und'])(
    'lists the command before a stored prompt %s for the beginning of its name',
    async (name) => {
      await writer.savedPrompts.bulkAdd([{ name, text: 'Evil.' }]);
      await show();
      await type('/u');
      expect(options()).toEqual(['Undo the last changes', name]);
      await type('nd');
      expect(options()).toEqual(['Undo the last changes', name]);
    },
  );

  it('puts the text of a saved prompt into the field, and sends nothing', async () => {
    await writer.savedPrompts.bulkAdd(SAVED);
    await show();
    await type('/ti');
    const others = keysLeft();
    await type('{Enter}');
    expect(composerText.getText()).toBe('Hide all previews.\nKeep the rest.');
    expect(options()).toEqual([]);
    expect(sent).toEqual([]);
    expect(others).not.toHaveBeenCalled();
  });

  it.each(['F2', 'its button'])('opens the form of a saved prompt by %s', async (way) => {
    await writer.savedPrompts.bulkAdd(SAVED);
    stubDialogs();
    await PromptSheet.load();
    await show();
    await type('/ti');
    if (way === 'F2') await type('{F2}');
    else await rendering.user.click(within(option(/^Tidy up/)).getByTitle('Edit'));
    const dialog = within(await rendering.shown.findByRole('dialog'));
    const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('Tidy up');
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
    const onUndo = await show({ ...UNSAVED, checkpoints: checkpoints as never });
    await type('/und{Enter}');
    expect(onUndo).toHaveBeenCalledTimes(times);
    expect(sent).toEqual([]);
  });

  it('saves the page by a call that waits for the user’s approval', async () => {
    await show();
    await type('/save{Enter}');
    expect(sent).toEqual([{ type: 'save-page', chatId: 'c' }]);
  });

  it.each([
    [false, 'Plan first'],
    [true, 'Turn off “Plan first”'],
  ])('changes plan mode and no other permission, from %s', async (planMode, words) => {
    const view = emptyView(null);
    const settings = { ...view.chat.settings, planMode, permissions: { save: 'deny' as const } };
    await show({ ...UNSAVED, view: emptyView(null, { settings }) });
    await type('/plan');
    expect(options()).toEqual([words]);
    await type('{Enter}');
    expect(sent).toEqual([
      {
        type: 'set-policy',
        chatId: 'c',
        approvalPolicy: null,
        permissions: {},
        planMode: !planMode,
      },
    ]);
  });

  it.each([
    ['a text that is inserted as a whole', () => rendering.user.paste('/pl'), '/pl'],
    ['a slash after other text', () => type('Or /'), 'Or /'],
    ['a second line', () => type('/{Shift>}{Enter}{/Shift}'), '/\n'],
  ])('is nothing for %s', async (_, enter, text) => {
    await show();
    await enter();
    expect(composerText.getText()).toBe(text);
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
    await show();
    await type('/');
    const others = keysLeft();
    await type('{ArrowDown}');
    expect(marked()).toBe('Tidy up');
    await type('{ArrowUp}{ArrowUp}');
    expect(marked()).toBe('Plan first');
    expect(await press(key, init)).toBe(false);
    expect(sent).toMatchObject([{ type: 'set-policy' }]);
    expect(composerText.getText()).toBe('');
    expect(options()).toEqual([]);
    expect(others).not.toHaveBeenCalled();
  });

  it('is chosen with a click, which doesn’t take the focus', async () => {
    await writer.savedPrompts.bulkAdd(SAVED);
    await show();
    await type('/');
    expect(fireEvent.mouseDown(option(/^Save tokens/))).toBe(false);
    await rendering.user.click(option(/^Save tokens/));
    expect(composerText.getText()).toBe('Answer in one sentence.');
    expect(document.activeElement).toBe(field());
  });

  it('is closed with Escape, which leaves the text and does nothing else', async () => {
    await show();
    await type('/p');
    const others = keysLeft();
    expect(await press('Escape', {})).toBe(false);
    expect(others).not.toHaveBeenCalled();
    expect(options()).toEqual([]);
    expect(composerText.getText()).toBe('/p');
    await type('l');
    expect(options()).toEqual([]);
    others.mockClear();
    await type('{Enter}');
    expect(others).toHaveBeenCalledTimes(1);
  });

  it('is closed when the field loses the focus', async () => {
    await show();
    await type('/');
    expect(options()).toEqual(COMMANDS);
    await rendering.user.click(document.body);
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
    await show();
    await type('/');
    const others = keysLeft();
    expect(await press(key, init)).toBe(true);
    expect(others).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([]);
    expect(marked()).toBe('Save the page');
  });

  it('is not chosen while the key repeats', async () => {
    await show();
    await type('/');
    const others = keysLeft();
    await press('Enter', { repeat: true });
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
    const onUndo = await show(known);
    await type(`/${typed}`);
    const others = keysLeft();
    const only = rendering.shown.getByRole('option');
    expect(only.getAttribute('aria-disabled')).toBe('true');
    expect(marked()).toBeNull();
    await type('{Enter}');
    await rendering.user.click(only);
    expect([sent, onUndo.mock.calls, others.mock.calls]).toEqual([[], [], []]);
    expect(composerText.getText()).toBe(`/${typed}`);
  });

  it('leaves every key to the field while nothing matches', async () => {
    await show();
    await type('/x');
    const others = keysLeft();
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowUp']) await press(key, {});
    expect(others).toHaveBeenCalledTimes(4);
  });
});
