import { z } from 'zod';
import { recipeSchema } from './recipe';
import { MAX_PROMPT_LENGTH, MAX_PROMPT_NAME_LENGTH } from './values/limits';

/** A text that the user saved under a name, to use it in messages again; with a recipe, to make the calls again that it once led to. */
export const savedPromptSchema = z.strictObject({
  /** One line, unique regardless of case. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_PROMPT_NAME_LENGTH)
    .regex(/^[^\r\n]*$/),
  text: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
  recipe: recipeSchema.exactOptional(),
});

export type SavedPrompt = z.infer<typeof savedPromptSchema>;
