import { z } from 'zod';
import type { OpenWebuiContext, OpenWebuiState } from './model-flags';

/** Longest id or name of a model on the page, in UTF-16 units. */
export const MAX_LISTED_NAME_LENGTH = 500;
/** Most models on the page. */
const MAX_LISTED_MODELS = 20_000;

const name = z.string().max(MAX_LISTED_NAME_LENGTH);
const ids = z.array(name.min(1)).max(MAX_LISTED_MODELS);

/** The restorable part. */
export const stateSchema: z.ZodType<OpenWebuiState> = z.strictObject({ disabled: ids, hidden: ids });

/** The whole context, as the state half reports it. */
export const contextSchema: z.ZodType<OpenWebuiContext> = z.strictObject({
  disabled: ids,
  hidden: ids,
  models: z
    .array(
      z.strictObject({
        id: name.min(1),
        name,
        kind: z.enum(['base', 'custom', 'unavailable']),
        base: name.nullable(),
        access: z.enum(['everyone', 'some', 'administrators']),
      }),
    )
    .max(MAX_LISTED_MODELS),
});
