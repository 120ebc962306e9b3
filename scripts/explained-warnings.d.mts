/**
 * Compares warnings of addons-linter with the table of a document, whose rows begin with a code, a file and a number. Returns a
 * sentence for each row that is missing, or that no warning needs.
 */
export function explainedWarningProblems(
  warnings: readonly { code: string; file: string }[],
  document: string,
): string[];
