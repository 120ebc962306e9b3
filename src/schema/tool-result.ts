import { z } from 'zod';
import { saidSchema } from './said';
import { jsonObjectSchema } from './scalars';

/** The result of a tool call: `forUser` is for the user, everything else for the model. */
export const toolResultSchema = z.strictObject({
  success: z.boolean(),
  /** One or two sentences in English. The user reads them only where there is no `forUser`, and in the call's technical details. */
  message: z.string(),
  /** The outcome with its counts, in a line of the user's language. It never tells the model what to do. */
  forUser: saidSchema.exactOptional(),
  data: jsonObjectSchema.exactOptional(),
  error_code: z.string().exactOptional(),
});

export type ToolResult = z.infer<typeof toolResultSchema>;
