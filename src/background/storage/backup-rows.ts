import { z } from 'zod';
import { approvalSchema } from '@/src/schema/approval';
import { auditEntrySchema, auditHeadSchema } from '@/src/schema/audit';
import { executionSchema } from '@/src/schema/call';
import { chatSchema } from '@/src/schema/chat';
import { chatSettingsSchema, enteredPromptSchema } from '@/src/schema/chat-settings';
import { checkpointSchema, keptStateSchema } from '@/src/schema/checkpoint';
import { composerTextSchema } from '@/src/schema/composer-text';
import { connectionSchema, enteredWaitsSchema } from '@/src/schema/connection';
import { keptImageSchema } from '@/src/schema/image';
import { knownContextSchema } from '@/src/schema/known-page';
import { logRowSchema } from '@/src/schema/log-entry';
import { messageSchema } from '@/src/schema/message';
import { modelAliasSchema } from '@/src/schema/model-alias';
import { observedPageSchema, pageStepSchema } from '@/src/schema/observed-page';
import { storedPayloadSchema } from '@/src/schema/payload';
import { storedRunSchema } from '@/src/schema/run';
import { savedPromptSchema } from '@/src/schema/saved-prompt';
import { seenPageSchema } from '@/src/schema/seen-page';
import { requestPartSchema, storedRequestSchema } from '@/src/schema/sent-request';
import { siteSchema } from '@/src/schema/site';
import { tokenUsageEntrySchema } from '@/src/schema/usage';
import { MAX_ALIAS_LENGTH, MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';
import { watchSchema } from '@/src/schema/watch';
import type { BackupTable } from '@/src/store/backup';

/** Schema of each table's rows in a backup. */
export const BACKUP_ROWS = {
  chats: chatSchema,
  messages: messageSchema,
  runs: storedRunSchema,
  executions: executionSchema,
  approvals: approvalSchema,
  checkpoints: checkpointSchema.extend({
    // Packed states are encoded as base64.
    content: z.discriminatedUnion('kind', [
      ...keptStateSchema.options,
      z.strictObject({ kind: z.literal('packed'), base64: z.base64() }).transform(({ kind, base64 }) => ({
        kind,
        deflated: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
      })),
    ]),
  }),
  usage: tokenUsageEntrySchema,
  // Backups contain no keys and no headers.
  connections: connectionSchema.extend({
    hasKey: z.literal(false),
    headerNames: connectionSchema.shape.headerNames.max(0),
  }),
  modelAliases: modelAliasSchema,
  savedPrompts: savedPromptSchema,
  composerTexts: composerTextSchema,
  chatImages: keptImageSchema,
  sites: siteSchema,
  contexts: knownContextSchema,
  audit: auditEntrySchema,
  auditHeads: auditHeadSchema,
  pages: observedPageSchema,
  pageSteps: pageStepSchema,
  seenPages: seenPageSchema,
  watches: watchSchema,
  sentRequests: storedRequestSchema,
  requestParts: requestPartSchema,
  payloads: storedPayloadSchema,
  logs: logRowSchema,
} satisfies Record<BackupTable, z.ZodType>;

/** Schemas of the rows of a settings file. They have the limits of the forms in the panel, which stored rows may exceed. */
export const ENTERED_ROWS = {
  ...BACKUP_ROWS,
  chats: chatSchema.extend({ settings: chatSettingsSchema.extend({ prompt: enteredPromptSchema }) }),
  // Refuses what was learned of the endpoint: new chats would use a tested model, although nobody tested it in this browser.
  connections: BACKUP_ROWS.connections
    .omit({ testedModel: true, responsesModels: true, endsBare: true })
    .extend({
      label: z.string().trim().min(1).max(100),
      baseUrl: connectionSchema.shape.baseUrl.max(2_000),
      waits: enteredWaitsSchema.exactOptional(),
    }),
  modelAliases: modelAliasSchema.extend({
    name: z.string().trim().min(1).max(MAX_ALIAS_LENGTH),
    model: z.string().min(1).max(MAX_MODEL_ID_LENGTH),
  }),
};

/** The checked rows of a file, by table. */
export type BackupRows = { [Table in BackupTable]: z.infer<(typeof BACKUP_ROWS)[Table]>[] };
