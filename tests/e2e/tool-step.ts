import { expect } from '@playwright/test';

/** What a call came to, as the model reads it. The message is a matcher of Playwright's. */
type Answer = { message: unknown } & (
  | { success: true; data: object }
  | { success: false; error_code: string; data?: object }
);

/** A call of the model: the tool, its arguments, and what the model must get. */
export type Step = readonly [tool: string, args: object, answer: Answer];

/** The call worked, and the model got exactly these data, in a message that says this. */
export const gives = (data: object, said: string | null = null): Answer => ({
  success: true,
  message: saying(said),
  data,
});

/** The call failed with this code, and the model got exactly these data, in a message that says this. */
export const fails = (code: string, data: object | null = null, said: string | null = null): Answer => ({
  success: false,
  message: saying(said),
  error_code: code,
  ...(data === null ? {} : { data }),
});

function saying(text: string | null): unknown {
  return text === null ? expect.stringMatching(/^\S.*[.?]$/) : expect.stringContaining(text);
}
