import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { saidSchema } from '@/src/schema/said';
import type { Json } from '@/src/schema/values/json';
import { isJson, type JsonBounds } from '@/src/schema/values/json-bounds';
import { MAX_SELECTION_LENGTH } from './channels';
import { documentName } from './page-notice';

/**
 * Bounds of a content script's message. Checked before it is parsed, because the schemas recurse. A page half that reads an API can
 * report much: 1,000 channels of new-api with 500 models each are 16 million characters.
 */
export const PAGE_REPLY_BOUNDS: JsonBounds = { levels: 64, length: 32_000_000 };

/** Maximum length of the version that a site states of itself. */
const MAX_SITE_VERSION_LENGTH = 100;
/** Only compared with the beginnings of versions, so a longer text may be cut. */
const cutVersion = (version: string) => version.slice(0, MAX_SITE_VERSION_LENGTH);

const json = z.custom<Json>(isJson, 'no JSON');
const stateHash = z.string().regex(/^[0-9a-f]{64}$/);

const said = saidSchema.refine((words) => JSON.stringify(words).length <= 2_000);

/** A tool's result as a page may report it. */
export const toolResultSchema = z.strictObject({
  success: z.boolean(),
  message: z.string().max(20_000),
  forUser: said.optional(),
  data: mapSchema(z.string(), json).optional(),
  error_code: z.string().max(100).optional(),
});

const look = { document: documentName, order: z.int().positive() };

const executionOutcome = z.strictObject({
  result: toolResultSchema,
  stateHashBefore: stateHash,
  stateHashAfter: stateHash,
  ...look,
});

const errorInfo = z.strictObject({
  code: z.enum([
    'invalid-message',
    'page-changed',
    'page-gone',
    'page-key',
    'page-protocol',
    'page-unknown',
    'state-refused',
    'timeout',
    'aborted',
    'internal',
  ]),
  message: said,
  remedy: said,
  details: z.string().max(20_000).nullable(),
});

function reply<Value extends z.ZodType>(value: Value) {
  return z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value }),
    z.strictObject({ ok: z.literal(false), error: errorInfo }),
  ]);
}

/**
 * Schemas of a content script's replies, by type of request. Content scripts are untrusted: any other reply is a `page-protocol`
 * error.
 */
export const pageReplySchemas = {
  identify: reply(
    z
      .union([
        z.strictObject({
          adapterId: z.string().max(100),
          identity: z.strictObject({
            instanceId: z.string().min(1).max(200),
            title: z.string().max(200),
            siteVersion: z.string().transform(cutVersion).exactOptional(),
            canShow: z.literal(true).exactOptional(),
          }),
        }),
        z.strictObject({ missing: z.string().max(100) }),
      ])
      .nullable(),
  ),
  'get-context': reply(z.strictObject({ context: json, stateHash, ...look })),
  'get-selection': reply(z.string().max(MAX_SELECTION_LENGTH).nullable()),
  show: reply(z.boolean()),
  query: reply(executionOutcome),
  execute: reply(executionOutcome),
  'apply-state': reply(z.strictObject({ stateHash })),
  recall: reply(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('unknown') }),
      z.strictObject({ kind: z.literal('running') }),
      z.strictObject({ kind: z.literal('done'), outcome: executionOutcome }),
      z.strictObject({ kind: z.literal('failed'), error: errorInfo }),
    ]),
  ),
  withdraw: reply(z.null()),
  lock: reply(z.null()),
  unlock: reply(z.null()),
  'page-button': reply(z.null()),
} as const;
