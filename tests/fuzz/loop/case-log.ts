/** The log of a case, printed with a counterexample. */
export interface Story {
  /** A single step of worker, page or model. */
  step(step: string): void;
  tell(sentence: string): void;
  text(): string;
}

export function createStory(): Story {
  const told: string[] = [];
  const steps: string[] = [];

  function tellSteps(): void {
    if (steps.length > 0) told.push(`    ${steps.splice(0).join(', ')}`);
  }

  return {
    step: (step) => void steps.push(step),
    tell(sentence) {
      tellSteps();
      told.push(`- ${sentence}.`);
    },
    text() {
      tellSteps();
      return told.join('\n');
    },
  };
}
