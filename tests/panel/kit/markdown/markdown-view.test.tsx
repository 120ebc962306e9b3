// @document
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MarkdownView } from '@/src/panel/kit/markdown/markdown-view';

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function show(text: string): void {
  act(() => root.render(<MarkdownView text={text} />));
}

function button(name: string): HTMLButtonElement | undefined {
  return [...place.querySelectorAll('button')].find((candidate) => candidate.textContent === name);
}

describe('a model’s Markdown', () => {
  it('loads no image, but shows its text and address', () => {
    show('![a chart](https://evil.example/p.png?data=1)');
    expect(place.querySelector('img')).toBeNull();
    expect(place.textContent).toBe('[image: a chart] https://evil.example/p.png?data=1');
  });

  it('keeps raw HTML as text', () => {
    show('<img src=x onerror=alert(1)> <b>bold</b>\n\n<script>alert(1)</script>');
    expect(place.querySelector('img, b, script')).toBeNull();
    expect(place.textContent).toContain('<b>bold</b>');
  });

  it('opens a link only after its address was shown and confirmed', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show('See [the docs](https://example.com/docs).');
    expect(place.querySelector('a')).toBeNull();
    act(() => button('the docs')?.click());
    expect(open).not.toHaveBeenCalled();
    expect(place.textContent).toContain('https://example.com/docs');
    act(() => button('Open')?.click());
    expect(open).toHaveBeenCalledExactlyOnceWith('https://example.com/docs', '_blank', 'noopener,noreferrer');
    expect(button('Open')).toBeUndefined();
  });

  it('doesn’t open a link on Cancel, which leaves the focus to the link', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    document.body.append(place);
    show('[x](https://example.com)');
    act(() => button('x')?.click());
    button('Cancel')?.focus();
    act(() => button('Cancel')?.click());
    expect(open).not.toHaveBeenCalled();
    expect(button('Open')).toBeUndefined();
    expect(document.activeElement).toBe(button('x'));
    place.remove();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/admin', '#top'])(
    'shows a link to %s as plain text',
    (href) => {
      show(`[click](<${href}>)`);
      expect(place.querySelector('a, button')).toBeNull();
      expect(place.textContent).toBe('click');
    },
  );
});
