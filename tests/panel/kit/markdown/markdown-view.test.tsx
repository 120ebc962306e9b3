// @document
import { describe, expect, it, vi } from 'vitest';
import { MarkdownView } from '@/src/panel/kit/markdown/markdown-view';
import { withRendering } from '../../with-rendering';

const page = withRendering();
const show = (text: string) => page.render(<MarkdownView text={text} />);

describe('a model’s Markdown', () => {
  it('lets the letters of each block determine its direction, except in code', () => {
    show('# שלום\n\nמודל\n\n- one\n- שתיים\n\n> quoted\n\n```\ncode\n```\n\n| a |\n| - |\n| b |');
    const blocks = [...page.place.querySelectorAll('[dir="auto"]')].map(({ tagName }) => tagName);
    expect(blocks).toEqual(['H1', 'P', 'UL', 'BLOCKQUOTE', 'SECTION']);
  });

  it('loads no image, but shows its text and address', () => {
    show('![a chart](https://evil.example/p.png?data=1)');
    expect(page.place.querySelector('img')).toBeNull();
    expect(page.place.textContent).toBe('[image: a chart] https://evil.example/p.png?data=1');
  });

  it('keeps raw HTML as text', () => {
    show('<img src=x onerror=alert(1)> <b>bold</b>\n\n<script>alert(1)</script>');
    expect(page.place.querySelector('img, b, script')).toBeNull();
    expect(page.place.textContent).toContain('<b>bold</b>');
  });

  it('opens a link only after its address was shown and confirmed', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show('See [the docs](https://example.com/docs).');
    expect(page.place.querySelector('a')).toBeNull();
    await page.press('the docs');
    expect(open).not.toHaveBeenCalled();
    expect(page.shown.getByText('https://example.com/docs')).toBeDefined();
    await page.press('Open');
    expect(open).toHaveBeenCalledExactlyOnceWith('https://example.com/docs', '_blank', 'noopener,noreferrer');
    expect(page.buttonNames()).toEqual(['the docs']);
  });

  it('doesn’t open a link on Cancel, which leaves the focus to the link', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show('[x](https://example.com)');
    await page.press('x');
    await page.press('Cancel');
    expect(open).not.toHaveBeenCalled();
    expect(page.buttonNames()).toEqual(['x']);
    expect(document.activeElement).toBe(page.button('x'));
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/admin', '#top'])(
    'shows a link to %s as plain text',
    (href) => {
      show(`[click](<${href}>)`);
      expect(page.place.querySelector('a, button')).toBeNull();
      expect(page.place.textContent).toBe(`[click](<${href}>)`);
    },
  );
});
