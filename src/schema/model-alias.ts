import { z } from 'zod';
import { idSchema } from './scalars';
import { MAX_ALIAS_LENGTH } from './values/limits';

/** A name that the user gave to a model of a connection. A chat that uses the alias follows each change of it. */
export const modelAliasSchema = z.strictObject({
  /** Unique, e.g. `smart`. */
  name: z.string().min(1).max(MAX_ALIAS_LENGTH),
  connectionId: idSchema,
  model: z.string().min(1),
});

export type ModelAlias = z.infer<typeof modelAliasSchema>;
