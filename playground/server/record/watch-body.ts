/** Callbacks for a body that is sent. Exactly one of the last three is called, once. */
export interface BodyWatcher {
  onBytes(bytes: Uint8Array): void;
  onEnd(): void;
  /** The consumer of the body cancelled it. */
  onCancel(): void;
  /**
   * The source of the body failed. The watched body never ends by itself then: the watcher closes the
   * connection.
   */
  onBreak(error: unknown): void;
}

/** The same body, observed by a watcher. */
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
          // An error here would be logged with its stack, and a normal end would make a partial answer look
          // complete.
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
