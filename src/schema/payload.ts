import { z } from 'zod';
import { countSchema, idSchema, jsonObjectSchema, timeSchema } from './scalars';

/** A payload of the chat log; ids increase in the order of storing. `size`: characters of its data as JSON. */
export const storedPayloadSchema = z.strictObject({
  id: z.int().min(1),
  chatId: idSchema,
  /** Null for requests that belong to no run. */
  runId: idSchema.nullable(),
  atMs: timeSchema,
  direction: z.enum(['sent', 'received']),
  data: jsonObjectSchema,
  size: countSchema,
});

export type StoredPayload = z.infer<typeof storedPayloadSchema>;

/** Content that was sent to a chat's endpoint or received from it, as the chat log keeps it: whole, without keys. */
export type Payload = Omit<StoredPayload, 'id' | 'size'>;
