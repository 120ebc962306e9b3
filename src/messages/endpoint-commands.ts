import { z } from 'zod';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { enteredPricesSchema, enteredWaitsSchema, enteredWireSchema } from '@/src/schema/connection';
import { MAX_ALIAS_LENGTH, MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';
import type { Said } from '@/src/schema/values/said';
import { command, id, returns } from './command';

const model = z.string().min(1).max(MAX_MODEL_ID_LENGTH);
const aliasName = z.string().trim().min(1).max(MAX_ALIAS_LENGTH);

/** One step of a connection test. */
export interface ConnectionCheck {
  step: 'reachable' | 'key' | 'models' | 'streaming' | 'tools';
  /** `unknown`: the test could not find out. */
  verdict: 'passed' | 'failed' | 'unknown' | 'skipped';
  /** The finding. */
  message: Said;
  /** The suggested action; null if none is needed. */
  remedy: Said | null;
}

export interface ConnectionTestResult {
  checks: ConnectionCheck[];
  /** The path, such as `/v1`, that has to be added to the tested base URL; empty if none has to. */
  addedPath: string;
  /** Number of listed models; null if there was no list. */
  listed: number | null;
  /** The model that answered; if none did, the only one of the list; null if there is neither. */
  model: string | null;
  /** True if this model's answers ended without a finish reason and usage. */
  endsBare?: true;
}

/** The data that the user enters for an endpoint. */
const enteredConnection = z.strictObject({
  /** Null for a new connection. */
  connectionId: id.nullable(),
  label: z.string().trim().max(100),
  baseUrl: z.string().trim().min(1).max(2_000),
  /** Null keeps the stored key; an empty text removes it. */
  key: z.string().max(10_000).nullable(),
  /** All extra headers; `value: null` keeps the stored value of that name. */
  headers: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(200),
        value: z.string().max(10_000).nullable(),
      }),
    )
    .max(20),
  /** Omitted or null: Steward's defaults. */
  waits: enteredWaitsSchema.optional(),
  /** Omitted or null: found by the endpoint's refusals. */
  wire: enteredWireSchema.optional(),
});

/** Commands for connections and models. */
export const endpointCommands = [
  /**
   * Creates or changes a connection. `testedModel`: the model that answered its test; null if there is none. `endsBare`: its answers
   * ended without a finish reason and usage.
   */
  command(
    'save-connection',
    {
      connection: enteredConnection,
      testedModel: model.nullable(),
      endsBare: z.literal(true).exactOptional(),
    },
    returns<{ connectionId: string }>(),
  ),
  /** Deletes a connection with its key; chats that use it must choose another. */
  command('delete-connection', { connectionId: id }),
  /**
   * Tests an endpoint step by step, as it would be saved; stores nothing. `model`: the model to try first, e.g. the chat's; null for
   * the first of the list.
   */
  command(
    'test-connection',
    { connection: enteredConnection, model: model.nullable() },
    returns<ConnectionTestResult>(),
  ),
  /**
   * Checks a model with short tasks on a page in memory, as `ModelChecks` of the background does. The outcome so far is stored after each
   * task. The chat's usage counts the requests.
   */
  command('check-model', { chatId: id, connectionId: id, model }),
  /** Ends the running check of a model. */
  command('stop-model-check', {}),
  command('list-models', { connectionId: id }, returns<{ models: ModelInfo[] }>()),
  /** Makes a chat use a model, or an alias, from its next request on. */
  command('choose-model', {
    chatId: id,
    choice: z.union([z.strictObject({ connectionId: id, model }), z.strictObject({ alias: aliasName })]),
  }),
  /**
   * Creates an alias, or changes its model in all chats that use it. Fails with `invalid-message` if `isNew` and there is one
   * of this name.
   */
  command('save-alias', { isNew: z.boolean(), name: aliasName, connectionId: id, model }),
  /** Deletes an alias; chats that use it must choose another model. */
  command('delete-alias', { name: aliasName }),
  /** Sets the user's prices for a model of a connection, in place of the endpoint's; null removes them. */
  command('set-prices', { connectionId: id, model, prices: enteredPricesSchema.nullable() }),
  /** Sends cache marks again to an endpoint that refused them. */
  command('try-cache-marks', { chatId: id }),
] as const;
