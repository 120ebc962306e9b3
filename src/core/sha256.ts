const BLOCK_BYTES = 64;
/** The end of the last block holds the length of the message in bits. */
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractional part. The roots that are used differ from a next value by far more than engines round. */
const fractionOf = (root: number) => (root * 2 ** 32) | 0;

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

/**
 * SHA-256 (FIPS 180-4) over the UTF-8 of the texts one after the other, as 64 hex digits. Not WebCrypto: content scripts on
 * plain-http admin pages are not a secure context and have no `crypto.subtle`. Not a package: it would be a sixth of the
 * content script.
 */
export function sha256(texts: Iterable<string>): string {
  const encoder = new TextEncoder();
  const state = Int32Array.from(START);
  const words = new Int32Array(ROUNDS.length);
  const block = new Uint8Array(BLOCK_BYTES);
  const view = new DataView(block.buffer);
  let filled = 0;
  let length = 0;

  function add(byte: number): void {
    block[filled] = byte;
    filled += 1;
    if (filled < BLOCK_BYTES) return;
    addBlock(state, view, words);
    filled = 0;
  }

  for (const text of texts) {
    const bytes = encoder.encode(text);
    length += bytes.length;
    for (const byte of bytes) add(byte);
  }
  add(0x80);
  while (filled !== BLOCK_BYTES - LENGTH_BYTES) add(0);
  view.setBigUint64(filled, BigInt(length) * 8n);
  addBlock(state, view, words);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Names as in FIPS 180-4, 6.2.2. Plain loops: this runs at every reading of a page. */
function addBlock(state: Int32Array, block: DataView, words: Int32Array): void {
  for (let t = 0; t < 16; t += 1) words[t] = block.getInt32(4 * t);
  for (let t = 16; t < 64; t += 1) {
    const old = words[t - 15] as number;
    const recent = words[t - 2] as number;
    const one = rotated(old, 7) ^ rotated(old, 18) ^ (old >>> 3);
    const two = rotated(recent, 17) ^ rotated(recent, 19) ^ (recent >>> 10);
    words[t] = (words[t - 16] as number) + one + (words[t - 7] as number) + two;
  }
  // Its eight words.
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let t = 0; t < 64; t += 1) {
    const choice = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + choice + ((e & f) ^ (~e & g)) + (ROUNDS[t] as number) + (words[t] as number)) | 0;
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1)
    state[index] = (state[index] as number) + (next[index] as number);
}

type Eight = [number, number, number, number, number, number, number, number];

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
