import { z } from 'zod';
import { saidSchema } from './said';
import type { Json } from './values/json';
import { isJson } from './values/json-bounds';

/** An entry of `changes_since_last_message`, the list of page changes that a message reports to the model. */
export type Change = { type: string; timestamp: string } & { [field: string]: Json };

export const changesSchema = z.array(
  z.custom<Change>(
    (value) =>
      isJson(value) && typeof Object(value).type === 'string' && typeof Object(value).timestamp === 'string',
    'no change',
  ),
);

/** One difference between two restorable states, for display. */
export const stateDifferenceSchema = z.strictObject({
  kind: z.enum(['added', 'removed', 'modified']),
  /** A sentence fragment such as `openai: ignore rule "*-preview"`. */
  text: saidSchema,
  /** Names that a text with a long list only counts; missing if there are none. */
  more: z.array(z.string()).exactOptional(),
});

export type StateDifference = z.infer<typeof stateDifferenceSchema>;
