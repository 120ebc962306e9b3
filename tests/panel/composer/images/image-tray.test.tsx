// @document
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageTray } from '@/src/panel/composer/images/image-tray';
import type { ComposerImages } from '@/src/panel/composer/images/use-composer-images';
import { MESSAGE_FIELD_ID } from '@/src/panel/kit/panel-frame';
import { keptImage } from '../../../fakes/an-image';
import { withRendering } from '../../with-rendering';
import { textInMemory } from '../memory-text-store';

const NO_TEXT = textInMemory();
const rendering = withRendering();
/** Beginning of the addresses of this file’s images. */
const ADDRESS = 'blob:image-tray/';
const made: Blob[] = [];
const released: string[] = [];

beforeEach(() => {
  made.length = 0;
  released.length = 0;
  URL.createObjectURL = (blob: Blob) => `${ADDRESS}${made.push(blob)}`;
  // A file that an earlier test file of this worker saved is released a minute later, possibly here.
  URL.revokeObjectURL = (url) => void (url.startsWith(ADDRESS) && released.push(url));
});

afterEach(() => vi.restoreAllMocks());

const composerText = (text: string) => ({ ...NO_TEXT, getText: () => text });

function show(changed: Partial<ComposerImages>, isDragging = false, text = 'See') {
  const remove = vi.fn(async () => undefined);
  const composerImages: ComposerImages = {
    images: [keptImage('a', 'c')],
    isOffered: true,
    isReading: false,
    change: null,
    add: async () => undefined,
    remove,
    read: async () => [],
    ...changed,
  };
  rendering.render(
    <>
      <ImageTray composerImages={composerImages} composerText={composerText(text)} isDragging={isDragging} />
      <textarea id={MESSAGE_FIELD_ID} />
    </>,
  );
  return { remove };
}

const note = () => rendering.place.querySelector('[aria-live=polite]')?.textContent;

const image = (name: string) => rendering.shown.getByRole<HTMLImageElement>('img', { name });

describe('the images of a message', () => {
  it('are shown with name and size, and removed one by one', async () => {
    const { remove } = show({ images: [keptImage('a', 'c'), keptImage('b', 'c')] });
    const rows = rendering.shown.getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['a.gif7 B', 'b.gif7 B']);
    expect(rows[0]?.contains(image('a.gif'))).toBe(true);
    await rendering.press('Remove b.gif');
    expect(remove).toHaveBeenCalledExactlyOnceWith('b');
  });

  it('leave the focus to the message field, also if another panel removes them', () => {
    show({ images: [keptImage('a', 'c')] });
    rendering.button('Remove a.gif').focus();
    show({ images: [] });
    expect(document.activeElement?.id).toBe(MESSAGE_FIELD_ID);
  });

  it('have addresses that only the panel can make, and that end with them', async () => {
    show({});
    expect(image('a.gif').src).toBe(`${ADDRESS}1`);
    expect([made[0]?.type, made[0]?.size]).toEqual(['image/gif', 7]);
    await act(async () => show({ images: [] }));
    expect(released).toEqual([`${ADDRESS}1`]);
  });

  it.each<[string, Partial<ComposerImages>, boolean, string]>([
    ['nothing to say', {}, false, ''],
    ['files over the panel', {}, true, 'Drop files here to attach them.'],
    ['files that are read', { isReading: true }, false, 'Reading the files…'],
    ['an image that was scaled down', { change: 'It was large.' }, false, 'It was large.'],
  ])('with %s', (_, changed, isDragging, text) => {
    show(changed, isDragging);
    expect(note()).toBe(text);
  });

  it.each([
    [' ', true, 'Write a message to send the images with.'],
    ['See', true, ''],
    ['', false, ''],
  ])('with the text %j and images %j: %j', (text, hasImages, words) => {
    show(hasImages ? {} : { images: [] }, false, text);
    expect(note()).toBe(words);
  });

  it.each<[boolean, boolean, Partial<ComposerImages>, number]>([
    [true, true, {}, 0],
    [false, true, {}, 1],
    [false, true, { change: 'It was large.' }, 1],
    [false, true, { isReading: true }, 1],
    [false, false, {}, 0],
  ])('say if the model takes none (offered: %j, images: %j, %j)', (isOffered, hasImages, changed, alerts) => {
    show({ isOffered, ...changed, ...(hasImages ? {} : { images: [] }) });
    expect(rendering.shown.queryAllByRole('alert')).toHaveLength(alerts);
  });
});
