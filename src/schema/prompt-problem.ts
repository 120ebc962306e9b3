import { z } from 'zod';
import { saidSchema } from './said';

/** A contribution or setting of the prompt that can't be used as written. */
export const promptProblemSchema = z.strictObject({
  /** The contribution's key; null for the template of the whole prompt. */
  key: z.string().nullable(),
  kind: z.enum([
    'malformed-key',
    'duplicate-key',
    'no-content',
    'unknown-override',
    'unknown-exclusion',
    'template-failed',
    'override-failed',
    'base-template-failed',
  ]),
  /** One or two sentences for the user: the part that can't be used, its replacement, and the reason. */
  message: saidSchema,
});

export type PromptProblem = z.infer<typeof promptProblemSchema>;
