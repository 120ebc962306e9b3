// @document
import { fireEvent } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useStickToBottom } from '@/src/panel/conversation/use-stick-to-bottom';
import { withRendering } from '../with-rendering';

const page = withRendering();
const VIEW_PX = 100;

let resized: () => void;
let height: number;

beforeEach(() => {
  height = 500;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resized = onResize;
      }
      observe() {}
      disconnect() {}
    },
  );
});

function Stage({ followKey, isAtEnd }: { followKey: string; isAtEnd: boolean }) {
  const { scroller, content, isAway, jump } = useStickToBottom(followKey, isAtEnd);
  return (
    <div
      ref={(box) => {
        scroller.current = box;
        if (box !== null) layOut(box);
      }}
      data-testid="box"
    >
      <div ref={content} />
      <button type="button" onClick={jump}>
        {isAway ? 'away' : 'at the end'}
      </button>
    </div>
  );
}

/** jsdom has no layout: heights that a browser would have. */
function layOut(box: HTMLDivElement): void {
  Object.defineProperty(box, 'scrollHeight', { configurable: true, get: () => height });
  Object.defineProperty(box, 'clientHeight', { configurable: true, get: () => VIEW_PX });
}

function show(followKey: string, isAtEnd: boolean): void {
  page.render(<Stage followKey={followKey} isAtEnd={isAtEnd} />);
}
const box = () => page.shown.getByTestId('box');
const label = () => page.shown.getByRole('button').textContent;
const grow = (to: number) => {
  height = to;
  act(() => resized());
};
const scrollTo = (top: number) => {
  box().scrollTop = top;
  fireEvent.scroll(box());
};

describe('a conversation', () => {
  it('stays at its bottom while it grows', () => {
    show('m1', true);
    grow(700);
    expect([box().scrollTop, label()]).toEqual([700, 'at the end']);
  });

  it('stays where the user has scrolled to, until they return to the bottom', () => {
    show('m1', true);
    scrollTo(600);
    scrollTo(200);
    grow(700);
    expect([box().scrollTop, label()]).toEqual([200, 'away']);
    scrollTo(600);
    expect(label()).toBe('at the end');
    grow(800);
    expect(box().scrollTop).toBe(800);
  });

  it('lets the browser keep the text in view in its place only while the user is away from the bottom', () => {
    show('m1', true);
    expect(box().style.overflowAnchor).toBe('none');
    scrollTo(600);
    scrollTo(200);
    expect(box().style.overflowAnchor).toBe('auto');
  });

  it.each([
    ['by the button', () => page.press('away')],
    ['with the user’s own message', () => show('m2', true)],
  ])('goes to the bottom %s, and stays there', async (_, go) => {
    show('m1', true);
    scrollTo(600);
    scrollTo(200);
    await go();
    expect([box().scrollTop, label()]).toEqual([500, 'at the end']);
    grow(900);
    expect(box().scrollTop).toBe(900);
  });

  it('is not at its end while later messages are left out, wherever it is scrolled to', () => {
    show('m1', true);
    show('m1', false);
    expect(label()).toBe('away');
    scrollTo(400);
    grow(900);
    expect([box().scrollTop, label()]).toEqual([400, 'away']);
  });
});
