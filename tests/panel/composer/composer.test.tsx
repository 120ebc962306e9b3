// @vitest-environment jsdom
import { readFile } from 'node:fs/promises';
import { act, createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_MESSAGE_LENGTH } from '@/src/messages/channels';
import { Composer } from '@/src/panel/composer/composer';
import { type ComposerDraft, createComposerDraft } from '@/src/panel/draft/composer-draft';

let root: Root;
let place: HTMLElement;
let draft: ComposerDraft;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  draft = createComposerDraft({
    area: { get: async () => ({}), set: async () => undefined, remove: async () => undefined },
    delayMs: 0,
    initialText: '',
    onError: () => undefined,
  });
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

/** Shows a composer; `taken` is what the background makes of a message. */
function showComposer({ isRunning = false, canSend = true, taken = true } = {}) {
  const onSend = vi.fn(async (_text: string) => taken);
  const onStop = vi.fn(async () => true);
  const textarea = createRef<HTMLTextAreaElement>();
  act(() =>
    root.render(
      <Composer
        draft={draft}
        textarea={textarea}
        canSend={canSend}
        isRunning={isRunning}
        onSend={onSend}
        onStop={onStop}
      />,
    ),
  );
  const press = (init: KeyboardEventInit) =>
    act(async () => {
      textarea.current?.dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
      );
    });
  return { onSend, onStop, press };
}

describe('the composer', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])(
    'sends with Enter and %j, and is empty then',
    async (modifier) => {
      const { onSend, press } = showComposer();
      act(() => draft.setText('Hide it'));
      await press({ key: 'Enter', ...modifier });
      expect(onSend).toHaveBeenCalledExactlyOnceWith('Hide it');
      expect(draft.getText()).toBe('');
    },
  );

  it.each([
    ['Enter alone makes a new line', 'Hide it', { key: 'Enter' }, {}],
    ['an input method is composing', 'Hide it', { key: 'Enter', ctrlKey: true, isComposing: true }, {}],
    ['there is nothing but blanks', ' \n', { key: 'Enter', ctrlKey: true }, {}],
    ['a run is active', 'Hide it', { key: 'Enter', ctrlKey: true }, { isRunning: true }],
    ['there is no chat', 'Hide it', { key: 'Enter', ctrlKey: true }, { canSend: false }],
  ])('doesn’t send when %s', async (_, text, key, props) => {
    const { onSend, press } = showComposer(props);
    act(() => draft.setText(text));
    await press(key);
    expect(onSend).not.toHaveBeenCalled();
    expect(draft.getText()).toBe(text);
  });

  it('keeps the text of a message that was not taken', async () => {
    const { press } = showComposer({ taken: false });
    act(() => draft.setText('Hide it'));
    await press({ key: 'Enter', ctrlKey: true });
    expect(draft.getText()).toBe('Hide it');
  });

  it('counts a message that is too long, keeps it, and sends it once it is short enough', async () => {
    const { onSend, press } = showComposer();
    const tooLong = 'x'.repeat(MAX_MESSAGE_LENGTH + 1);
    act(() => draft.setText(tooLong));
    const note = () => place.querySelector('#composer-note')?.textContent ?? null;
    expect(note()).toBe(
      'This message is too long to be sent. It has 100,001 characters; leave out 1 character.',
    );
    const field = place.querySelector('textarea');
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    expect(field?.getAttribute('aria-describedby')).toBe('composer-note');
    expect(place.querySelector('button')?.disabled).toBe(true);
    await press({ key: 'Enter', ctrlKey: true });
    expect(onSend).not.toHaveBeenCalled();
    expect(draft.getText()).toBe(tooLong);

    // Blanks at the ends are not sent and don't count.
    act(() => draft.setText(` ${tooLong.slice(1)}\n`));
    expect(note()).toBeNull();
    expect(field?.hasAttribute('aria-invalid')).toBe(false);
    await press({ key: 'Enter', ctrlKey: true });
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it('stops a run with Escape and keeps the text; without a run it clears', async () => {
    const running = showComposer({ isRunning: true });
    act(() => draft.setText('next'));
    await running.press({ key: 'Escape' });
    expect(running.onStop).toHaveBeenCalledTimes(1);
    expect(draft.getText()).toBe('next');
    const idle = showComposer({ isRunning: false });
    await idle.press({ key: 'Escape' });
    expect(draft.getText()).toBe('');
  });

  it('looks as the static shell has painted it, so that nothing jumps when it takes over', async () => {
    const html = await readFile('entrypoints/sidepanel/index.html', 'utf8');
    const shell = new DOMParser().parseFromString(html, 'text/html');
    showComposer({ canSend: false });
    expect(looks(shell)).toEqual(looks(place));
    expect(looks(shell).label).toBe('Message');
  });
});

function looks(within: ParentNode) {
  const textarea = within.querySelector('.composer textarea');
  const send = within.querySelector('.composer .composer-row button');
  return {
    label: textarea?.getAttribute('aria-label'),
    placeholder: textarea?.getAttribute('placeholder'),
    rows: textarea?.getAttribute('rows'),
    send: send?.textContent,
    sendLooks: send?.className,
    isDisabled: send?.hasAttribute('disabled'),
  };
}
