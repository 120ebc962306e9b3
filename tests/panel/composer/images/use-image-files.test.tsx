// @document
import { fireEvent } from '@testing-library/react/pure';
import { createRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useImageFiles } from '@/src/panel/composer/images/use-image-files';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const FILE = new File(['x'], 'a.png', { type: 'image/png' });
const onFiles = vi.fn();
const field = createRef<HTMLTextAreaElement>();

function Field() {
  const isDragging = useImageFiles(field, onFiles);
  return (
    <>
      <textarea ref={field} />
      <output>{isDragging ? 'dragging' : 'still'}</output>
    </>
  );
}

beforeEach(() => {
  onFiles.mockReset();
  rendering.render(<Field />);
});

/** Dispatches an event with these fields, which jsdom's own events lack. */
function dispatch(target: Element, type: string, fields: object): Event {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), fields);
  fireEvent(target, event);
  return event;
}

const dragged = () => rendering.shown.getByRole('status').textContent;

describe('files that are pasted', () => {
  it.each<[string, File[], string, boolean]>([
    ['an image alone', [FILE], '', true],
    ['an image with the text that it shows', [FILE], 'A table', false],
    ['a text', [], 'A text', false],
  ])('%s', (_, files, text, isTaken) => {
    const target = rendering.shown.getByRole('textbox');
    const event = dispatch(target, 'paste', { clipboardData: { files, getData: () => text } });
    expect(event.defaultPrevented).toBe(isTaken);
    expect(onFiles.mock.calls).toEqual(isTaken ? [[files]] : []);
  });
});

describe('files that are dragged', () => {
  it('can be dropped anywhere in the panel', () => {
    const over = dispatch(document.body, 'dragover', { dataTransfer: { types: ['Files'] } });
    expect(over.defaultPrevented).toBe(true);
    expect(dragged()).toBe('dragging');
    const drop = dispatch(document.body, 'drop', { dataTransfer: { files: [FILE] } });
    expect(drop.defaultPrevented).toBe(true);
    expect(onFiles.mock.calls).toEqual([[[FILE]]]);
    expect(dragged()).toBe('still');
  });

  it('out of the panel are forgotten, but not from one part of it to another', () => {
    dispatch(document.body, 'dragover', { dataTransfer: { types: ['Files'] } });
    dispatch(document.body, 'dragleave', { relatedTarget: rendering.place });
    expect(dragged()).toBe('dragging');
    dispatch(document.body, 'dragleave', { relatedTarget: null });
    expect(dragged()).toBe('still');
  });

  it('are another thing than a text, which the field takes itself', () => {
    const over = dispatch(document.body, 'dragover', { dataTransfer: { types: ['text/plain'] } });
    const drop = dispatch(document.body, 'drop', { dataTransfer: { files: [] } });
    expect([over.defaultPrevented, drop.defaultPrevented]).toEqual([false, false]);
    expect(onFiles).not.toHaveBeenCalled();
  });
});
