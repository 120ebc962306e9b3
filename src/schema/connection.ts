import { z } from 'zod';
import { idSchema, timeSchema } from './scalars';
import { settingSchema } from './settings-schema';
import { MAX_MODEL_ID_LENGTH } from './values/limits';
import { CONNECTION_SETTINGS, PRICE_SETTINGS } from './values/settings';

/** The time limits of a connection as the user enters or imports them. */
export const enteredWaitsSchema = z.strictObject({
  firstPieceMs: settingSchema(CONNECTION_SETTINGS.firstPieceMs),
  pauseMs: settingSchema(CONNECTION_SETTINGS.pauseMs),
});

export type EndpointWaits = z.infer<typeof enteredWaitsSchema>;

/** The API that the user chose for a connection; null if Steward finds it by the endpoint's refusals. */
export const enteredWireSchema = settingSchema(CONNECTION_SETTINGS.wire);

const priceSchema = z.number().min(PRICE_SETTINGS.input.min).max(PRICE_SETTINGS.input.max);

/** The prices that the user entered for a model, in US dollars per million tokens. */
export const enteredPricesSchema = z.strictObject({ input: priceSchema, output: priceSchema });

/** The time limits of a connection as they are stored: rows of older versions may exceed the bounds. */
const storedWaitsSchema = z.strictObject({
  firstPieceMs: z.number().min(0).nullable(),
  pauseMs: z.number().min(0).nullable(),
}) satisfies z.ZodType<EndpointWaits>;

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
  waits: storedWaitsSchema.exactOptional(),
  /** Undefined if the user chose none. */
  wire: enteredWireSchema.exactOptional(),
  /** At most one entry for each model. Undefined if the user entered none. */
  prices: z
    .array(enteredPricesSchema.extend({ model: z.string().min(1).max(MAX_MODEL_ID_LENGTH) }))
    .exactOptional(),
  /** The models that need the Responses API, as the endpoint's refusals said. Undefined if there are none. */
  responsesModels: z.array(z.string()).exactOptional(),
  /** The model that answered the last test; a new chat without a model gets it. Undefined if none answered. */
  testedModel: z.string().exactOptional(),
  /** Present until the user tests or saves a connection that a file brought in: nothing is sent to it before. */
  isFromFile: z.literal(true).exactOptional(),
  /** Present if the tested model's answers end without a finish reason and usage. */
  endsBare: z.literal(true).exactOptional(),
});

export type Connection = z.infer<typeof connectionSchema>;
