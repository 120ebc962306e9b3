import { z } from 'zod';
import { idSchema, timeSchema } from './scalars';
import { MAX_WAIT_MS, MIN_WAIT_MS } from './values/wait-bounds';

/** Time limits for an endpoint that sends nothing. Null selects the value of {@link DEFAULT_WAITS}. */
const endpointWaitsSchema = z.strictObject({
  /** Until the first text, reasoning or call of a response, in milliseconds. */
  firstPieceMs: z.number().min(0).nullable(),
  /** Between two later pieces, in milliseconds. */
  pauseMs: z.number().min(0).nullable(),
});

export type EndpointWaits = z.infer<typeof endpointWaitsSchema>;

const enteredWait = z.int().min(MIN_WAIT_MS).max(MAX_WAIT_MS).nullable();

/** The time limits of a connection as the user enters or imports them. */
export const enteredWaitsSchema = endpointWaitsSchema.extend({
  firstPieceMs: enteredWait,
  pauseMs: enteredWait,
});

/** An OpenAI-compatible endpoint. Its key is stored separately. */
export const connectionSchema = z.strictObject({
  id: idSchema,
  label: z.string(),
  /**
   * For display: up to and including the version, without a trailing slash, e.g. `http://127.0.0.1:8787/v1`.
   * Secret segments are hidden (core/secrets/secret-address); the full address is then stored with the key.
   */
  baseUrl: z.url({ protocol: /^https?$/ }),
  hasKey: z.boolean(),
  /** Names of the extra headers; their values are stored with the key. */
  headerNames: z.array(z.string()),
  createdAtMs: timeSchema,
  /** Undefined if the user set none. */
  waits: endpointWaitsSchema.exactOptional(),
});

export type Connection = z.infer<typeof connectionSchema>;
