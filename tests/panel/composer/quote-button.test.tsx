// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { QuoteButton } from '@/src/panel/composer/composer';
import { inShownChat } from '../in-shown-chat';
import { withRendering } from '../with-rendering';
import { textInMemory } from './memory-text-store';

const rendering = withRendering();
const NAME = 'Quote the page’s selection';

it('Quote takes one press while the page is read, and keeps the focus if that fails', async () => {
  let fail = (_: Error) => {};
  const read = new Promise((_, reject) => {
    fail = reject;
  });
  const sendMessage = vi.fn(() => read);
  Object.assign(browser.runtime, { sendMessage });
  rendering.render(inShownChat({}, <QuoteButton composerText={textInMemory()} />));
  rendering.button(NAME).focus();
  await rendering.press(NAME);
  await rendering.press(NAME);
  expect(sendMessage).toHaveBeenCalledOnce();
  // A browser takes the focus from a button that is disabled; jsdom does not.
  expect(rendering.button(NAME).disabled).toBe(false);
  await act(async () => fail(new Error('No page.')));
  expect(document.activeElement).toBe(rendering.button(NAME));
  await rendering.press(NAME);
  expect(sendMessage).toHaveBeenCalledTimes(2);
});
