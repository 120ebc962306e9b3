import { z } from 'zod';
import { jsonObjectSchema } from './scalars';

/** The result of a tool call, as it is sent to the model. */
export const toolResultSchema = z.strictObject({
  success: z.boolean(),
  /** One or two sentences for both user and model. */
  message: z.string(),
  data: jsonObjectSchema.exactOptional(),
  error_code: z.string().exactOptional(),
});

export type ToolResult = z.infer<typeof toolResultSchema>;
