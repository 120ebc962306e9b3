// @vitest-environment jsdom
import { act, createRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { SlashCommands } from '@/src/panel/composer/slash/slash-commands';
import { panelActions } from '@/src/panel/shell/panel-actions';
import { withRendering } from '../../with-rendering';
import { textInMemory } from '../memory-text-store';

const rendering = withRendering();
let composerText: ComposerText;

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  composerText = textInMemory();
});

/** Renders the commands beside a focused field that has a listener of its own. */
function show(hasChat = true) {
  const deps = {
    onNewChat: vi.fn(),
    onSummarize: vi.fn(),
    onFind: vi.fn(),
    onOpen: vi.fn(),
  };
  const field = createRef<HTMLTextAreaElement>();
  const groups = panelActions({ hasChat, canSummarize: false, ...deps });
  rendering.render(
    <>
      <textarea ref={field} />
      <SlashCommands textarea={field} composerText={composerText} groups={groups} />
    </>,
  );
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
  return { ...deps, field, groups, others, type, press };
}

function options(): string[] {
  return [...rendering.place.querySelectorAll('[role=option]')].map(({ textContent }) => textContent ?? '');
}

function marked(): string | null {
  const id = rendering.place.querySelector('textarea')?.getAttribute('aria-activedescendant') ?? null;
  const selected = rendering.place.querySelector('[role=option][aria-selected=true]');
  expect(selected?.id ?? null).toBe(id);
  return selected?.textContent ?? null;
}

describe('commands after a slash', () => {
  it('are those of the menu, filtered by what follows', () => {
    const { field, groups, type } = show();
    expect(options()).toEqual([]);
    type('/');
    expect(options()).toHaveLength(groups.flat().length);
    expect(field.current?.getAttribute('aria-controls')).toBe(
      rendering.place.querySelector('[role=listbox]')?.id,
    );
    expect(field.current?.getAttribute('aria-autocomplete')).toBe('list');
    type('/s');
    expect(options()).toEqual(['Summarize Conversation', 'Settings']);
    expect(rendering.place.textContent).toContain('2 commands.');
    expect(marked()).toBe('Settings');
    type('/sx');
    expect(options()).toEqual([]);
    expect(marked()).toBeNull();
    expect(field.current?.hasAttribute('aria-controls')).toBe(false);
  });

  it.each([
    ['a text that is inserted as a whole', ['/se']],
    ['a slash after other text', ['Or', 'Or /']],
    ['a second line', ['/', '/\n']],
  ])('are not offered for %s', (_, texts) => {
    const { type } = show();
    for (const text of texts) type(text);
    expect(options()).toEqual([]);
  });

  it('are not offered for a text that the user has not typed here, as in another panel with the chat', () => {
    show();
    act(() => composerText.setText('/'));
    expect(options()).toEqual([]);
  });

  it.each<[string, string, KeyboardEventInit]>([
    ['Enter', 'Enter', {}],
    ['Tab', 'Tab', {}],
    ['Ctrl+Enter, which sends messages', 'Enter', { ctrlKey: true }],
    ['⌘+Enter, which sends messages', 'Enter', { metaKey: true }],
  ])('are gone through with the arrow keys, and chosen with %s', (_, key, init) => {
    const { onOpen, others, type, press } = show();
    type('/');
    press('ArrowDown');
    expect(marked()).toContain('Find in this chat');
    press('ArrowUp');
    press('ArrowUp');
    press('ArrowUp');
    expect(marked()).toBe('Settings');
    expect(press(key, init).defaultPrevented).toBe(true);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('settings');
    expect(composerText.getText()).toBe('');
    expect(options()).toEqual([]);
    expect(others).not.toHaveBeenCalled();
  });

  it('are chosen with a click, which doesn’t take the focus', () => {
    const { onNewChat, field, type } = show();
    type('/');
    const option = rendering.place.querySelector<HTMLElement>('[role=option]');
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
    act(() => void option?.dispatchEvent(press));
    expect(press.defaultPrevented).toBe(true);
    act(() => option?.click());
    expect(onNewChat).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(field.current);
  });

  it('are closed with Escape, which leaves the text and does nothing else', () => {
    const { others, type, press } = show();
    type('/');
    type('/s');
    expect(press('Escape').defaultPrevented).toBe(true);
    expect(others).not.toHaveBeenCalled();
    expect(options()).toEqual([]);
    expect(composerText.getText()).toBe('/s');
    type('/se');
    expect(options()).toEqual([]);
    press('Enter');
    expect(others).toHaveBeenCalledTimes(1);
  });

  it('are closed when the field loses the focus', () => {
    const { field, type } = show();
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
  ])('leave %s to the field', (_, key, init) => {
    const { others, onNewChat, type, press } = show();
    type('/');
    expect(press(key, init).defaultPrevented).toBe(false);
    expect(others).toHaveBeenCalledTimes(1);
    expect(onNewChat).not.toHaveBeenCalled();
    expect(marked()).toBe('New chat');
  });

  it('are not chosen while the key repeats', () => {
    const { others, onNewChat, type, press } = show();
    type('/');
    press('Enter', { repeat: true });
    expect(onNewChat).not.toHaveBeenCalled();
    expect(others).not.toHaveBeenCalled();
  });

  it('that do nothing now are dimmed, and can’t be chosen', () => {
    const { onNewChat, others, type, press } = show(false);
    type('/');
    type('/new');
    const option = rendering.place.querySelector<HTMLElement>('[role=option]');
    expect(option?.getAttribute('aria-disabled')).toBe('true');
    expect(marked()).toBeNull();
    press('Enter');
    act(() => option?.click());
    expect(onNewChat).not.toHaveBeenCalled();
    expect(others).not.toHaveBeenCalled();
    expect(composerText.getText()).toBe('/new');
  });

  it('leave every key to the field while none matches', () => {
    const { others, type, press } = show();
    type('/');
    type('/x');
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowUp']) press(key);
    expect(others).toHaveBeenCalledTimes(4);
  });
});
