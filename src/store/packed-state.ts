import { checkpointUnreadable } from '@/src/core/shared-errors';
import type { Checkpoint, KeptState } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import type { PackedState, StoredCheckpoint } from './db';

/**
 * Minimum length of a state's JSON for packing, in characters: a page's state shrinks to a third, a short one hardly.
 */
export const PACKED_FROM_CHARACTERS = 1_000;

/** Packs a whole state if it is large. Returns patches and small states unchanged. */
export async function packState(kept: KeptState): Promise<KeptState | PackedState> {
  if (kept.kind === 'patch') return kept;
  // JSON escapes lone surrogates, so UTF-8 represents any such text exactly.
  const text = JSON.stringify(kept.state);
  return text.length < PACKED_FROM_CHARACTERS ? kept : { kind: 'packed', deflated: await deflate(text) };
}

/** Reverses {@link packState}. Rejects with `storage` if the packed state can't be read. */
export async function unpackState(kept: KeptState | PackedState): Promise<KeptState> {
  if (kept.kind !== 'packed') return kept;
  try {
    return { kind: 'full', state: JSON.parse(await inflate(kept.deflated)) as Json };
  } catch (error) {
    throw checkpointUnreadable(String(error), error);
  }
}

/** Converts a checkpoint to its row. */
export async function packCheckpoint(checkpoint: Checkpoint): Promise<StoredCheckpoint> {
  return { ...checkpoint, content: await packState(checkpoint.content) };
}

/** Reverses {@link packCheckpoint}. Rejects with `storage` if its state can't be read. */
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

/** Writes the bytes and closes the stream. Await it together with the reading: a stream accepts no more than is read from it. */
function writeAll(
  { writable }: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): [Promise<void>, Promise<void>] {
  const writer = writable.getWriter();
  return [writer.write(bytes), writer.close()];
}

/** Throws on invalid UTF-8. */
async function readText({ readable }: DecompressionStream): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = readable.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
