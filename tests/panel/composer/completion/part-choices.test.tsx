// @document
import 'fake-indexeddb/auto';
import { act, createRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { type Command, commandSchema } from '@/src/messages/commands';
import { Completions } from '@/src/panel/composer/completion/completions';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { editField } from '@/src/panel/composer/edit-field';
import { CONNECTED } from '../../connected-page';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { withRendering } from '../../with-rendering';
import { withEditCommands } from '../edit-commands';
import { textInMemory } from '../memory-text-store';

const rendering = withRendering();
let composerText: ComposerText;
let sent: Command[];
let reply: unknown;

const FOUND = {
  parts: [
    { kind: 'model', name: 'openai/gpt-4o', note: 'hidden', mention: '@model:openai/gpt-4o' },
    { kind: 'provider', name: 'open ai', mention: '@provider:"open ai"' },
  ],
  total: 2,
};

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  withEditCommands();
  composerText = textInMemory();
  sent = [];
  reply = { ok: true, value: FOUND };
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(commandSchema.parse(command));
    return reply;
  };
  Object.assign(browser.runtime, { sendMessage });
});

function show() {
  const field = createRef<HTMLTextAreaElement>();
  const textarea = field as { current: HTMLTextAreaElement };
  rendering.render(
    inShownChat(
      { page: CONNECTED, view: emptyView(null) },
      <>
        <textarea ref={field} onInput={({ currentTarget }) => composerText.setText(currentTarget.value)} />
        <Completions
          textarea={textarea}
          composerText={composerText}
          edit={editField}
          onOpen={() => undefined}
        />
      </>,
    ),
  );
  textarea.current.focus();
  const type = (text: string) =>
    act(async () => {
      textarea.current.value = text;
      composerText.setText(text);
      textarea.current.dispatchEvent(new Event('input'));
    });
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key });
    act(() => void textarea.current.dispatchEvent(event));
    return event;
  };
  return { type, press };
}

const listed = (text: string) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(rendering.place.querySelector('.choice-list')?.textContent).toContain(text);
  });

describe('what an at sign lists', () => {
  it('are the parts of the page that match what follows; the chosen one is mentioned in the text', async () => {
    const { type, press } = show();
    await type('Why is @');
    await listed('openai/gpt-4o');
    await listed('model · hidden');
    await type('Why is @open');
    await vi.waitFor(() =>
      expect(sent).toEqual([
        { type: 'find-page-parts', chatId: 'c', typed: '' },
        { type: 'find-page-parts', chatId: 'c', typed: 'open' },
      ]),
    );
    press('ArrowDown');
    expect(press('Enter').defaultPrevented).toBe(true);
    expect(composerText.getText()).toBe('Why is @provider:"open ai" ');
    expect(rendering.place.querySelector('[role=listbox]')).toBeNull();
  });

  it('are no longer those that stop to match while the next search is under way, so Enter sends the text', async () => {
    const { type, press } = show();
    await type('Why is @');
    await listed('openai/gpt-4o');
    await type('Why is @gpt-4o hidden?');
    expect(rendering.place.querySelector('[role=listbox]')).toBeNull();
    expect(press('Enter').defaultPrevented).toBe(false);
    expect(composerText.getText()).toBe('Why is @gpt-4o hidden?');
  });

  it('says how many more there are', async () => {
    reply = { ok: true, value: { ...FOUND, total: 10_000 } };
    await show().type('@');
    await listed('9,998 more. Type more of a name to find it.');
  });

  it('says why the page can’t be read, and leaves Enter to the field', async () => {
    reply = {
      ok: false,
      error: { code: 'page-gone', message: 'The page is closed.', remedy: '', details: null },
    };
    const { type, press } = show();
    await type('@');
    await listed('The page is closed.');
    expect(press('Enter').defaultPrevented).toBe(false);
  });

  it('is nothing in an address', async () => {
    const { type } = show();
    await type('ada');
    await type('ada@');
    await act(() => new Promise((resolve) => setTimeout(resolve, 120)));
    expect(sent).toEqual([]);
  });
});
