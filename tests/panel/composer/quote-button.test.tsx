// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { QuoteButton } from '@/src/panel/composer/quote-button';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const NAME = 'Quote the page’s selection';

it('Quote takes one press while the page is read, and keeps the focus if that fails', async () => {
  let finish: (isRead: boolean) => void = () => undefined;
  const read = new Promise<boolean>((resolve) => {
    finish = resolve;
  });
  const onQuote = vi.fn(() => read);
  rendering.render(<QuoteButton onQuote={onQuote} />);
  rendering.button(NAME).focus();
  await rendering.press(NAME);
  await rendering.press(NAME);
  expect(onQuote).toHaveBeenCalledOnce();
  // A browser takes the focus from a button that is disabled; jsdom does not.
  expect(rendering.button(NAME).disabled).toBe(false);
  await act(async () => finish(false));
  expect(document.activeElement).toBe(rendering.button(NAME));
  await rendering.press(NAME);
  expect(onQuote).toHaveBeenCalledTimes(2);
});
