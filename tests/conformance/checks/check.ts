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

/** Thrown by a check that can't be tried, with the reason. */
export class NotTried extends Error {}

/** The problems that a check finds. An error that ends the check is one, too, except for {@link NotTried}, which is thrown again. */
export async function problemsOf({ run }: Check, subject: Subject): Promise<string[]> {
  try {
    return await run(subject);
  } catch (error) {
    if (error instanceof NotTried) throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
}
