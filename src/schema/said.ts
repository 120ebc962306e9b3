import { z } from 'zod';
import type { Said, SaidText, SaidValue } from './values/said';

const saidTextSchema: z.ZodType<SaidText> = z.strictObject({
  id: z.string(),
  values: z.record(
    z.string(),
    z.lazy(() => saidValueSchema),
  ),
});

/** Words for a reader. A string has words from elsewhere, or of a row that an earlier version stored in English. */
export const saidSchema: z.ZodType<Said> = z.union([z.string(), saidTextSchema]);

const saidValueSchema: z.ZodType<SaidValue> = z.union([
  z.number(),
  saidSchema,
  z.array(saidSchema),
  z.strictObject({ anyOf: z.array(saidSchema) }),
]);
