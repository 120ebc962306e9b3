// @document
import { fireEvent } from '@testing-library/react/pure';
import { describe, expect, it } from 'vitest';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();
const SHOW_ALL = 'Show all · 5 more characters as plain text';

describe('the rest of a long text', () => {
  it('gets the focus of the button that shows it', async () => {
    page.render(<FoldedText text="start, rest" maxChars={6} isSpelledOut={false} />);
    await page.press(SHOW_ALL);
    expect(document.activeElement?.textContent).toBe(' rest');
  });

  it('leaves the focus where it is if find shows it', () => {
    page.render(
      <>
        <button type="button">Next</button>
        <FoldedText text="start, rest" maxChars={6} isSpelledOut={false} />
      </>,
    );
    page.button('Next').focus();
    // The find bar calls click() on the button, which doesn't focus it.
    fireEvent.click(page.button(SHOW_ALL));
    expect(page.buttonNames()).toEqual(['Next']);
    expect(document.activeElement).toBe(page.button('Next'));
  });
});
