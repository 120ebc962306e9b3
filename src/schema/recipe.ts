import { z } from 'zod';
import { idSchema, jsonObjectSchema } from './scalars';
import { MAX_PROMPT_LENGTH } from './values/limits';

const recipeCallSchema = z.strictObject({ name: idSchema, args: jsonObjectSchema });

/** A call that the user starts, without a model. */
export type RecipeCall = z.infer<typeof recipeCallSchema>;

/** The calls of a run that the user starts, in order. */
export const recipeCallsSchema = z.array(recipeCallSchema).min(1);

/**
 * Calls that the user keeps, to make them again without a model. They carry no permission: they always need the user's approval. With a
 * saved prompt, whose name they have and whose text they once carried out.
 */
export const recipeSchema = z.strictObject({
  /** The kind of pages that it is for. */
  adapterId: idSchema,
  /** Together as long as a saved prompt may be, as JSON. */
  calls: recipeCallsSchema.refine((calls) => JSON.stringify(calls).length <= MAX_PROMPT_LENGTH, 'too long'),
});

export type Recipe = z.infer<typeof recipeSchema>;
