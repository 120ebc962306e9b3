// @document
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { UnsentTextCard } from '@/src/panel/composer/unsent-text-card';
import type { UnsentText } from '@/src/schema/chat';
import { messageImage } from '../../fakes/an-image';
import { emptyView, inShownChat } from '../in-shown-chat';
import { withFrameRendering } from '../with-rendering';
import { memoryTextStore, textInMemory } from './memory-text-store';

const rendering = withFrameRendering();
const store = memoryTextStore();
let composerText: ComposerText;
let sent: Command[];

beforeEach(async () => {
  sent = [];
  store.kept.c = 'Typed';
  composerText = textInMemory(store);
  composerText.open('c');
  await Promise.resolve();
});

/** Renders the card; the background adds its text to the stored one, as it does. Null removes it. */
function show(setAside: UnsentText | null) {
  Object.assign(browser.runtime, {
    sendMessage: vi.fn(async ({ command }: { command: Command }) => {
      sent.push(command);
      if (command.type === 'add-unsent-text') await store.write('c', 'Typed\nAside');
      return { ok: true, value: null };
    }),
  });
  const view = emptyView(null, setAside === null ? {} : { setAside });
  rendering.render(inShownChat({ view }, <UnsentTextCard composerText={composerText} />));
}

const focused = () => document.activeElement;

it('adds its text to the message, which gets the focus', async () => {
  show({ text: 'Aside', atMs: 7 });
  await rendering.press('Add to message');
  await vi.waitFor(() => expect(composerText.getText()).toBe('Typed\nAside'));
  expect(sent).toEqual([{ type: 'add-unsent-text', chatId: 'c', atMs: 7 }]);
  expect(focused()).toBe(rendering.frame.message);
});

it('is dismissed once by a double click, and leaves its focus to the message', async () => {
  show({ text: 'Aside', atMs: 7 });
  await rendering.user.dblClick(rendering.button('Discard'));
  expect(sent).toEqual([{ type: 'drop-unsent-text', chatId: 'c', atMs: 7 }]);
  show(null);
  expect(focused()).toBe(rendering.frame.message);
});

it('is a group with a name, and is announced, again once something was added', () => {
  const status = () => rendering.shown.getByRole('status');
  const words = 'A message was not sent. It is above the message field.';
  show(null);
  const region = status();
  expect(region.textContent).toBe('');
  show({ text: 'Aside', atMs: 7 });
  expect(status()).toBe(region);
  const announced = region.firstChild;
  expect(announced?.textContent).toBe(words);
  expect(rendering.shown.getByRole('group', { name: 'The message that was not sent:' })).toBeDefined();
  show({ text: 'Aside\nLater', atMs: 8 });
  expect(region.textContent).toBe(words);
  expect(region.firstChild).not.toBe(announced);
});

it('says how many images it has, and folds a long text', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  show({ text: lines, images: [messageImage('i'), messageImage('j')], atMs: 7 });
  expect(rendering.shown.getByText('With 2 images.')).toBeDefined();
  expect(rendering.place.textContent).not.toContain('line 20');
  await rendering.press('Show all · 267 more characters as plain text');
  expect(rendering.shown.getByText(/line 20.*line 39/)).toBeDefined();
});
