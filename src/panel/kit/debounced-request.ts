/** Sends requests whose input keeps changing. */
export interface DebouncedRequest<Input> {
  /** Sends the request after the debounce time. Responses to earlier requests are discarded. */
  send(input: Input): void;
  /** Cancels the pending request and discards its response. */
  cancel(): void;
}

/** `delayMs` is the debounce time. Each response that isn't discarded calls exactly one of the two listeners. */
export function createDebouncedRequest<Input, Output>(deps: {
  send(input: Input): Promise<Output>;
  delayMs: number;
  onResponse(response: Output, input: Input): void;
  onFailure(error: unknown, input: Input): void;
}): DebouncedRequest<Input> {
  let newestId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    newestId += 1;
    clearTimeout(timer);
  }
  return {
    send(input) {
      cancel();
      const id = newestId;
      timer = setTimeout(() => {
        deps.send(input).then(
          (response) => {
            if (id === newestId) deps.onResponse(response, input);
          },
          (error: unknown) => {
            if (id === newestId) deps.onFailure(error, input);
          },
        );
      }, deps.delayMs);
    },
    cancel,
  };
}
