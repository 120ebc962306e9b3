import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { countSchema, idSchema, jsonSchema, resultSchema, timeSchema } from './message-schema';
import { pageHashesSchema } from './run-row-schema';

const args = mapSchema(z.string(), jsonSchema);
const hash = z.string().nullable();
const difference = z.strictObject({ kind: z.enum(['added', 'removed', 'modified']), text: z.string() });

const preview = z.strictObject({
  summary: z.string(),
  effects: z.array(
    z.strictObject({
      kind: z.enum(['loss', 'gain', 'warning']),
      title: z.string(),
      names: z.array(z.strictObject({ name: z.string(), detail: z.string().nullable() })),
      total: countSchema,
    }),
  ),
  unchanged: z.string().nullable(),
  differences: z.array(difference),
  notes: z.array(
    z.strictObject({ topic: z.enum(['saved', 'others', 'way-back', 'unknown']), text: z.string() }),
  ),
  quoted: z.string().exactOptional(),
});

const callDryRun = {
  executionId: idSchema,
  args,
  rows: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['added', 'removed', 'modified']),
      text: z.string(),
      note: z.string().nullable(),
      isLeftOut: z.boolean(),
    }),
  ),
  stateHashBefore: hash,
  savedHashBefore: hash,
};

const dryRun = z.strictObject({
  calls: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        ...callDryRun,
        kind: z.literal('change'),
        preview,
        step: args,
        after: pageHashesSchema.nullable(),
      }),
      z.strictObject({ ...callDryRun, kind: z.literal('failure'), result: resultSchema }),
    ]),
  ),
  net: preview,
});

const call = z.strictObject({
  executionId: idSchema,
  tool: z.string(),
  label: z.string(),
  question: z.string(),
  args,
  isAsked: z.boolean(),
  decision: z
    .strictObject({
      verdict: z.enum(['approved', 'rejected']),
      args,
      isEdited: z.boolean(),
      note: z.string(),
      atMs: timeSchema,
    })
    .nullable(),
  shown: z
    .strictObject({
      effectHash: hash,
      stateHashBefore: hash,
      savedHashBefore: hash,
      resultsKnown: z.array(idSchema),
    })
    .nullable(),
});

/** A stored approval request. */
export const approvalRowSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  runId: idSchema,
  messageId: idSchema,
  calls: z.array(call),
  askedOn: jsonSchema,
  preview: z.strictObject({
    atMs: timeSchema,
    stateHash: z.string(),
    dryRun,
    since: z.array(difference),
    sinceBy: z.array(z.string()),
    digest: z.string(),
  }),
  createdAtMs: timeSchema,
  state: z.enum(['pending', 'decided', 'withdrawn']),
  decidedAtMs: timeSchema.nullable(),
});
