/** Asks for answers to a question that keeps changing. */
export interface DebouncedRequest<Question> {
  /** Asks once nothing else was asked for a while. Answers to earlier questions are dropped, whenever they come. */
  send(question: Question): void;
  /** Forgets what was asked; no answer is told any more. */
  cancel(): void;
}

/** `delayMs`: how long a question has to stand before it is asked. Exactly one of the two listeners hears of each answer. */
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
