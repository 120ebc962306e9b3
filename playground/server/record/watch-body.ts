/** What happens to a body on its way out. Exactly one of the last three is called, once. */
export interface BodyWatcher {
  onBytes(bytes: Uint8Array): void;
  onEnd(): void;
  /** The reader of the body gave it up. */
  onCancel(): void;
  /** The source of the body broke off. What is returned to never ends by itself then: the watcher cuts the connection. */
  onBreak(error: unknown): void;
}

/** The same body, piece for piece, with a watcher. */
export function watchBody(
  body: ReadableStream<Uint8Array>,
  watcher: BodyWatcher,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOpen = true;
  const close = (tell: () => void) => {
    if (!isOpen) return;
    isOpen = false;
    tell();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!isOpen) return;
          if (!done) {
            watcher.onBytes(value);
            controller.enqueue(value);
            return;
          }
          close(watcher.onEnd);
          controller.close();
        } catch (error) {
          close(() => watcher.onBreak(error));
          // An error here would be printed with its stack, and an end would make half an answer look whole.
          await new Promise<never>(() => {});
        }
      },
      cancel(reason) {
        close(watcher.onCancel);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
