import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour, or of noise, which can't be compressed. */
export function pngImage({
  width,
  height,
  isNoise,
}: {
  width: number;
  height: number;
  isNoise: boolean;
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const row = 1 + 3 * width;
  const pixels = Buffer.alloc(row * height, 0x60);
  if (isNoise) fillWithNoise(pixels);
  // The first byte of a row is its filter: none.
  for (let y = 0; y < height; y += 1) pixels[y * row] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same noise each time. */
function fillWithNoise(bytes: Buffer): void {
  let state = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
