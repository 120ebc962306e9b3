/** Sends requests whose input keeps changing. */
export interface DebouncedRequest<Question> {
  /** Sends the request after the debounce time. Responses to earlier requests are discarded. */
  send(question: Question): void;
  /** Cancels the pending request and discards its response. */
  cancel(): void;
}

/** `delayMs` is the debounce time. Each response that isn't discarded calls exactly one of the two listeners. */
export function createDebouncedRequest<Question, Answer>(deps: {
  ask(question: Question): Promise<Answer>;
  delayMs: number;
  onAnswer(answer: Answer, question: Question): void;
  onFailure(error: unknown, question: Question): void;
}): DebouncedRequest<Question> {
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    newest += 1;
    clearTimeout(timer);
  }
  return {
    send(question) {
      drop();
      const mine = newest;
      timer = setTimeout(() => {
        deps.ask(question).then(
          (answer) => {
            if (mine === newest) deps.onAnswer(answer, question);
          },
          (error: unknown) => {
            if (mine === newest) deps.onFailure(error, question);
          },
        );
      }, deps.delayMs);
    },
    cancel: drop,
  };
}
