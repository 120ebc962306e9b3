/** The log of a case, printed with a counterexample. */
export interface CaseLog {
  /** Adds a single step of worker, page or model. */
  addStep(step: string): void;
  /** Adds an action. */
  add(sentence: string): void;
  text(): string;
}

export function createCaseLog(): CaseLog {
  const lines: string[] = [];
  const steps: string[] = [];

  function addSteps(): void {
    if (steps.length > 0) lines.push(`    ${steps.splice(0).join(', ')}`);
  }

  return {
    addStep: (step) => void steps.push(step),
    add(sentence) {
      addSteps();
      lines.push(`- ${sentence}.`);
    },
    text() {
      addSteps();
      return lines.join('\n');
    },
  };
}
