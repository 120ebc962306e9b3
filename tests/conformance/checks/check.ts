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

/** Time limit of a check, in milliseconds. The stories of the kit have a higher one, so that the pages and servers are closed. */
export const CHECK_LIMIT_MS = 120_000;

/** The problems that a check finds. An error that ends the check is one, too, except for {@link NotTried}, which is thrown again. */
export async function problemsOf({ run }: Check, subject: Subject): Promise<string[]> {
  const limit = AbortSignal.timeout(CHECK_LIMIT_MS);
  const late = new Promise<string[]>((resolve) => {
    const seconds = CHECK_LIMIT_MS / 1_000;
    limit.onabort = () =>
      resolve([
        `not finished after ${seconds} s: the page or its server is slow. Try this rule on the fixture`,
      ]);
  });
  try {
    return await Promise.race([run(subject), late]);
  } catch (error) {
    if (error instanceof NotTried) throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
}
