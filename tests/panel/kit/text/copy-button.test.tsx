// @document
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CopyButton } from '@/src/panel/kit/text/copy-button';
import { withRendering } from '../../with-rendering';

const page = withRendering();

afterEach(() => vi.useRealTimers());

function withClipboard(writeText: (text: string) => Promise<void>): void {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
}

describe('a copy button', () => {
  it('copies the text as it is at the click, and shows that for a moment under an unchanged name', async () => {
    vi.useFakeTimers();
    const written: string[] = [];
    withClipboard(async (text) => void written.push(text));
    let text = 'a';
    page.render(<CopyButton what="table" text={() => text} isIconOnly={false} />);
    const status = page.shown.getByRole('status');
    expect(status.textContent).toBe('');
    text = 'b';
    await page.press('Copy table');
    expect(written).toEqual(['b']);
    expect(status.textContent).toBe('Copied');
    expect(page.button('Copy table').textContent).toBe('Copied');
    act(() => vi.advanceTimersByTime(2_000));
    expect(status.textContent).toBe('');
    expect(page.button('Copy table').textContent).toBe('Copy');
  });

  it('says so when the browser refuses', async () => {
    withClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    page.render(<CopyButton what="code" text={() => 'a'} isIconOnly={true} />);
    expect(page.button('Copy code').textContent).toBe('');
    await page.press('Copy code');
    expect(page.button('Copy code').textContent).toBe('Copying is not allowed here');
    expect(page.shown.getByRole('status').textContent).toBe('Copying is not allowed here');
  });
});
