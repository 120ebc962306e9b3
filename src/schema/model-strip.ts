import { z } from 'zod';
import { countSchema } from './scalars';
import { MARK_STATES, type ModelStrip } from './values/model-strip';

/** Schema of a stored strip of models. */
export const modelStripSchema: z.ZodType<ModelStrip> = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string().nullable(),
      marks: z.array(
        z.strictObject({
          state: z.enum(MARK_STATES),
          isUnsaved: z.literal(true).exactOptional(),
          name: z.string(),
          count: countSchema,
        }),
      ),
    }),
  ),
});
