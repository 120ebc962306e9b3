import { z } from 'zod';
import { saidSchema } from './said';
import { ERROR_CODES } from './values/error-code';

/** An error as it is sent between contexts and stored. */
export const errorInfoSchema = z.strictObject({
  code: z.enum(ERROR_CODES),
  /** One sentence: what happened, and to which object. */
  message: saidSchema,
  /** One sentence: what the user can do now. */
  remedy: saidSchema,
  /** Technical facts, such as a status or the endpoint's own message. Never a key. */
  details: z.string().nullable(),
});

export type ErrorInfo = z.infer<typeof errorInfoSchema>;
