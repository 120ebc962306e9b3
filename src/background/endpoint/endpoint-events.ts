import { createEventReader, type StreamEvent } from '@/src/core/llm/event-stream';

/** The events of a response's body as they arrive. Cancels the body when the iteration ends early. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const events = createEventReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      yield* events.add(decoder.decode(value, { stream: true }));
    }
    yield* events.add(decoder.decode());
    yield* events.end();
  } finally {
    // Not awaited: a hanging connection may never confirm it.
    void reader.cancel().catch(() => undefined);
  }
}
