/** Collects the rules found violated, as sentences. */
export interface Problems {
  add(problem: string): void;
  /** Throws if there are any. */
  assertNone(): void;
}

export function createProblems(): Problems {
  const found: string[] = [];
  return {
    add(problem) {
      if (!found.includes(problem)) found.push(problem);
    },
    assertNone() {
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  };
}
