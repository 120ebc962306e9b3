import { StewardError } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { Checkpoint, KeptState } from '@/src/core/records/checkpoint';
import type { PackedState, StoredCheckpoint } from '@/src/store/db';

/** Characters of JSON from which on a whole state is packed: a page's takes a third then; of a smaller one, little is to be had. */
export const PACKED_FROM_CHARACTERS = 1_000;

/** A state as the database keeps it: what is whole and large is packed, all else stays as it is. */
export async function packState(kept: KeptState): Promise<KeptState | PackedState> {
  if (kept.kind === 'patch') return kept;
  // JSON writes half a surrogate pair as an escape, so UTF-8 holds any such text exactly.
  const text = JSON.stringify(kept.state);
  return text.length < PACKED_FROM_CHARACTERS ? kept : { kind: 'packed', deflated: await deflate(text) };
}

/** The way back from {@link packState}. Rejects with `storage` if what is packed can't be read. */
export async function unpackState(kept: KeptState | PackedState): Promise<KeptState> {
  if (kept.kind !== 'packed') return kept;
  try {
    return { kind: 'full', state: JSON.parse(await inflate(kept.deflated)) as Json };
  } catch (error) {
    throw new StewardError('storage', 'The checkpoint can’t be read: its packed state is damaged.', {
      remedy: 'Choose an older checkpoint.',
      details: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      cause: error,
    });
  }
}

/** A checkpoint as its row holds it. */
export async function packCheckpoint(checkpoint: Checkpoint): Promise<StoredCheckpoint> {
  return { ...checkpoint, content: await packState(checkpoint.content) };
}

/** The way back from {@link packCheckpoint}. Rejects with `storage` if its state can't be read. */
export async function unpackCheckpoint(row: StoredCheckpoint): Promise<Checkpoint> {
  return { ...row, content: await unpackState(row.content) };
}

async function deflate(text: string): Promise<PackedState['deflated']> {
  const stream = new CompressionStream('deflate-raw');
  const [buffer] = await Promise.all([
    new Response(stream.readable).arrayBuffer(),
    ...writeAll(stream, new TextEncoder().encode(text)),
  ]);
  return new Uint8Array(buffer);
}

async function inflate(deflated: PackedState['deflated']): Promise<string> {
  const stream = new DecompressionStream('deflate-raw');
  const [text] = await Promise.all([readText(stream), ...writeAll(stream, deflated)]);
  return text;
}

/** To be awaited along with the reading: a stream takes no more than is read from it. */
function writeAll(
  { writable }: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): [Promise<void>, Promise<void>] {
  const writer = writable.getWriter();
  return [writer.write(bytes), writer.close()];
}

/** Throws on bytes that aren't UTF-8. */
async function readText({ readable }: DecompressionStream): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = readable.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
