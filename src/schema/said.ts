import { z } from 'zod';
import { mapSchema } from './map-schema';
import { exceededBound } from './values/json-bounds';
import type { Said, SaidText, SaidValue } from './values/said';

/** Bounds of words from outside. Steward's own stay far below: a response has at most 1,000 calls, and sentences aren't nested. */
const MAX_LISTED = 1_000;
const BOUNDS = { levels: 32, length: Number.POSITIVE_INFINITY };

const saidTextSchema: z.ZodType<SaidText> = z.strictObject({
  id: z.string(),
  values: mapSchema(
    z.string(),
    z.lazy(() => saidValueSchema),
  ),
});

const anySaidSchema: z.ZodType<Said> = z.union([z.string(), saidTextSchema]);
const listSchema = z.array(anySaidSchema).max(MAX_LISTED);

const saidValueSchema: z.ZodType<SaidValue> = z.union([
  z.number(),
  anySaidSchema,
  listSchema,
  z.strictObject({ anyOf: listSchema }),
  z.strictObject({ inTurn: listSchema }),
]);

/** Words for a reader. A string contains words from elsewhere, or comes from a row that an earlier version stored in English. */
export const saidSchema: z.ZodType<Said> = z
  .custom<unknown>((value) => exceededBound(value, BOUNDS) === null, 'nested too deeply')
  .pipe(anySaidSchema);
