import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_IMAGE_FILE_BYTES, prepareImage } from '@/src/panel/composer/images/prepare-image';
import { MAX_IMAGE_BYTES } from '@/src/schema/values/image';
import { inWords } from '../../in-words';

/** The image that the browser decodes, and the size of its encoding. The end-to-end test has a real one. */
let bitmap: { width: number; height: number; close: () => void } | null;
let encodedBytes: (quality: number, width: number, type: string) => number;
/** Byte of which a file consists, as one of a camera would of its metadata; the canvas never writes it. */
const METADATA = 7;
const close = vi.fn();
const fillRect = vi.fn();

class FakeCanvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext() {
    return { fillStyle: '', fillRect, drawImage: () => undefined };
  }
  async convertToBlob({ quality, type }: { quality: number; type: string }) {
    return new Blob([new Uint8Array(encodedBytes(quality, this.width, type))], { type });
  }
}

beforeEach(() => {
  bitmap = { width: 100, height: 50, close };
  encodedBytes = () => 10;
  fillRect.mockReset();
  close.mockReset();
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('createImageBitmap', async () => {
    if (bitmap === null) throw new DOMException('not decodable', 'InvalidStateError');
    return bitmap;
  });
});

afterEach(() => vi.unstubAllGlobals());

function file(bytes: number, name: string, type: string): File {
  return new File([new Uint8Array(bytes).fill(METADATA)], name, { type });
}

describe('an image that fits', () => {
  it.each([
    ['image/png', 'image/png', false],
    ['image/jpeg', 'image/jpeg', true],
    ['image/webp', 'image/webp', false],
    ['image/gif', 'image/png', false],
  ])(
    'of type %s is encoded again as %s, without the bytes of its file',
    async (type, mediaType, isFilled) => {
      expect(await prepareImage(file(3, 'a', type))).toEqual({
        name: 'a',
        mediaType,
        width: 100,
        height: 50,
        data: Buffer.alloc(10).toString('base64'),
        change: null,
      });
      expect(fillRect).toHaveBeenCalledTimes(isFilled ? 1 : 0);
      expect(close).toHaveBeenCalledTimes(1);
    },
  );

  it('but is too large once it is encoded again is compressed', async () => {
    encodedBytes = (_quality, _width, type) => (type === 'image/png' ? MAX_IMAGE_BYTES + 1 : 20);
    const image = await prepareImage(file(3, 'a.png', 'image/png'));
    expect(image).toMatchObject({ width: 100, height: 50, mediaType: 'image/jpeg' });
  });

  it.each([
    ['', 'image'],
    [`${'n'.repeat(300)}.png`, 'n'.repeat(200)],
  ])('has a name, also if its file is %j', async (name, shown) => {
    expect((await prepareImage(file(3, name, 'image/png'))).name).toBe(shown);
  });

  it('has all of its bytes, however many', async () => {
    encodedBytes = () => 100_000;
    const { data } = await prepareImage(file(3, 'a.png', 'image/png'));
    expect(Buffer.from(data, 'base64')).toHaveLength(100_000);
  });
});

describe('an image that is too large', () => {
  it('in pixels is scaled down', async () => {
    bitmap = { width: 4_096, height: 1_000, close };
    const image = await prepareImage(file(3, 'a.png', 'image/png'));
    expect(image).toMatchObject({ width: 2_048, height: 500, mediaType: 'image/jpeg' });
    expect(inWords(image.change)).toBe('“a.png” was large, and is sent with 2048 × 500 pixels, 10 B.');
  });

  it('in bytes is compressed, then scaled down until it fits', async () => {
    encodedBytes = (quality, width) => (quality > 0.7 || width > 80 ? MAX_IMAGE_BYTES + 1 : 20);
    const image = await prepareImage(file(MAX_IMAGE_BYTES + 1, 'a.png', 'image/png'));
    expect(image).toMatchObject({ width: 70, height: 35, mediaType: 'image/jpeg' });
  });

  it('whatever is done is refused', async () => {
    encodedBytes = () => MAX_IMAGE_BYTES + 1;
    expect(inWords(await refusalOf(file(MAX_IMAGE_BYTES + 1, 'a.png', 'image/png')))).toMatchObject({
      code: 'invalid-message',
      said: '“a.png” can’t be made small enough.',
    });
    expect(close).toHaveBeenCalledTimes(1);
  });
});

describe('a file', () => {
  it.each([
    ['of another type', file(3, 'a.svg', 'image/svg+xml'), '“a.svg” is not an image that models take.'],
    ['without a type', file(3, 'a', ''), '“a” is not an image that models take.'],
  ])('%s is refused', async (_, given, message) => {
    expect(inWords(await refusalOf(given))).toMatchObject({ code: 'invalid-message', said: message });
  });

  it('that can’t be decoded is refused', async () => {
    bitmap = null;
    expect(inWords(await refusalOf(file(3, 'a.png', 'image/png')))).toMatchObject({
      code: 'invalid-message',
      said: '“a.png” is damaged: it can’t be shown as an image.',
    });
  });

  it('that is too large to decode is refused before it is read', async () => {
    const large = Object.defineProperty(file(3, 'a.png', 'image/png'), 'size', {
      value: MAX_IMAGE_FILE_BYTES + 1,
    });
    bitmap = null;
    expect(inWords(await refusalOf(large))).toMatchObject({
      said: '“a.png” is too large: it has 50.1 MB.',
    });
  });
});

function refusalOf(given: File): Promise<unknown> {
  return prepareImage(given).catch((refusal: unknown) => refusal);
}
