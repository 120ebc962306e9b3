/** Asks for answers to a question that keeps changing. */
export interface NewestAnswer<Question> {
  /** Asks once nothing else was asked for a while. Answers to earlier questions are dropped, whenever they come. */
  ask(question: Question): void;
  /** Forgets what was asked; no answer is told any more. */
  drop(): void;
}

/** `delayMs`: how long a question has to stand before it is asked. Exactly one of the two listeners hears of each answer. */
export function createNewestAnswer<Question, Answer>(deps: {
  ask(question: Question): Promise<Answer>;
  delayMs: number;
  onAnswer(answer: Answer, question: Question): void;
  onFailure(error: unknown, question: Question): void;
}): NewestAnswer<Question> {
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    newest += 1;
    clearTimeout(timer);
  }
  return {
    ask(question) {
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
    drop,
  };
}
