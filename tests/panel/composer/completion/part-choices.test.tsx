// @document
import 'fake-indexeddb/auto';
import { fireEvent, waitFor } from '@testing-library/react/pure';
import { act, type RefObject, useLayoutEffect, useRef } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { Completions } from '@/src/panel/composer/completion/completions';
import { bindField } from '@/src/panel/composer/composer';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { editField } from '@/src/panel/composer/edit-field';
import { CONNECTED } from '../../connected-page';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { stubBackground } from '../../stub-background';
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
  reply = { ok: true, value: FOUND };
  sent = stubBackground(() => reply);
});

function Panel() {
  const textarea = useRef<HTMLTextAreaElement>(null) as RefObject<HTMLTextAreaElement>;
  // As the composer does: the field shows the text, and stores what is typed in it.
  useLayoutEffect(() => bindField(textarea.current, composerText), []);
  return (
    <>
      <textarea ref={textarea} />
      <Completions
        textarea={textarea}
        composerText={composerText}
        edit={editField}
        onOpen={() => undefined}
      />
    </>
  );
}

const field = () => rendering.shown.getByRole('textbox');

/** Renders the lists of completions and a field, and types the text in the field. */
async function showAndType(text: string) {
  rendering.render(inShownChat({ page: CONNECTED, view: emptyView(null) }, <Panel />));
  await rendering.user.type(field(), text);
}

/** Returns false if the list handled the key. */
const pressEnter = () => fireEvent.keyDown(field(), { key: 'Enter' });

describe('what an at sign lists', () => {
  it('are the parts of the page that match what follows; the chosen one is mentioned in the text', async () => {
    await showAndType('Why is @');
    await rendering.shown.findByRole('option', { name: /openai\/gpt-4o.*model · hidden/ });
    // Pasted: slow typing would cause a search for each character.
    await rendering.user.paste('open');
    await waitFor(() =>
      expect(sent).toEqual([
        { type: 'find-page-parts', chatId: 'c', typed: '' },
        { type: 'find-page-parts', chatId: 'c', typed: 'open' },
      ]),
    );
    await rendering.user.keyboard('{ArrowDown}');
    expect(pressEnter()).toBe(false);
    expect(composerText.getText()).toBe('Why is @provider:"open ai" ');
    expect(rendering.shown.queryByRole('listbox')).toBeNull();
  });

  it('are no longer those that stop to match while the next search is under way, so Enter sends the text', async () => {
    await showAndType('Why is @');
    await rendering.shown.findByRole('option', { name: /openai\/gpt-4o/ });
    await rendering.user.paste('gpt-4o hidden?');
    expect(rendering.shown.queryByRole('listbox')).toBeNull();
    expect(pressEnter()).toBe(true);
    expect(composerText.getText()).toBe('Why is @gpt-4o hidden?');
  });

  it('says how many more there are', async () => {
    reply = { ok: true, value: { ...FOUND, total: 10_000 } };
    await showAndType('@');
    expect(await rendering.shown.findByText('9,998 more. Type more of a name to find it.')).toBeDefined();
  });

  it('says why the page can’t be read, and leaves Enter to the field', async () => {
    reply = {
      ok: false,
      error: { code: 'page-gone', message: 'The page is closed.', remedy: '', details: null },
    };
    await showAndType('@');
    expect(await rendering.shown.findByText('The page is closed.')).toBeDefined();
    expect(pressEnter()).toBe(true);
  });

  it('is nothing in an address', async () => {
    await showAndType('ada@');
    await act(() => new Promise((resolve) => setTimeout(resolve, 120)));
    expect(sent).toEqual([]);
  });
});
