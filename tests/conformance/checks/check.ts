import type { Subject } from '../subject';

/** A rule that every adapter has to keep. */
export interface Check {
  /** As in the table of docs/adapters.md. */
  rule: string;
  /** The rule in words, continuing “the adapter …”. */
  title: string;
  /** Resolves with what breaks the rule, one sentence each; empty if it is kept. */
  run(subject: Subject): Promise<string[]>;
}

/** The problems that a check finds. An error that ends the check is one, too. */
export async function problemsOf({ run }: Check, subject: Subject): Promise<string[]> {
  try {
    return await run(subject);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
