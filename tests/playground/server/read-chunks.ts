/** A server-sent event: its data, and the index and time of the read in which it arrived. */
export interface TimedChunk {
  data: string;
  readIndex: number;
  atMs: number;
}

/** Reads a stream of server-sent events to its end. */
export async function readChunks(response: Response): Promise<TimedChunk[]> {
  if (response.body === null) throw new Error('The answer has no body.');
  const chunks: TimedChunk[] = [];
  const decoder = new TextDecoder();
  let open = '';
  let readIndex = 0;
  for await (const bytes of response.body) {
    const events = (open + decoder.decode(bytes, { stream: true })).split('\n\n');
    open = events.pop() ?? '';
    const atMs = performance.now();
    chunks.push(...events.map((event) => ({ data: event.replace(/^data: /, ''), readIndex, atMs })));
    readIndex += 1;
  }
  return chunks;
}
