import { expect } from '@playwright/test';

/** A call's expected result. The message is a matcher of Playwright's. */
type Answer = { message: unknown } & (
  | { success: true; data: object }
  | { success: false; error_code: string; data?: object }
);

/** A call of the model: the tool, its arguments, and the expected result. */
export type Step = readonly [tool: string, args: object, answer: Answer];

/** The call succeeds with exactly these data, and its message contains `said`. */
export const gives = (data: object, said: string | null = null): Answer => ({
  success: true,
  message: saying(said),
  data,
});

/** The call fails with this code and exactly these data, and its message contains `said`. */
export const fails = (code: string, data: object | null = null, said: string | null = null): Answer => ({
  success: false,
  message: saying(said),
  error_code: code,
  ...(data === null ? {} : { data }),
});

function saying(text: string | null): unknown {
  return text === null ? expect.stringMatching(/^\S.*[.?]$/) : expect.stringContaining(text);
}
