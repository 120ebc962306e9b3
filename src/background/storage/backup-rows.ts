import { z } from 'zod';
import { approvalSchema } from '@/src/schema/approval';
import { auditEntrySchema, auditHeadSchema } from '@/src/schema/audit';
import { executionSchema } from '@/src/schema/call';
import { chatSchema } from '@/src/schema/chat';
import { checkpointSchema, keptStateSchema } from '@/src/schema/checkpoint';
import { composerTextSchema } from '@/src/schema/composer-text';
import { connectionSchema } from '@/src/schema/connection';
import { keptImageSchema } from '@/src/schema/image';
import { knownContextSchema } from '@/src/schema/known-page';
import { logRowSchema } from '@/src/schema/log-entry';
import { messageSchema } from '@/src/schema/message';
import { modelAliasSchema } from '@/src/schema/model-alias';
import { observedPageSchema, pageStepSchema } from '@/src/schema/observed-page';
import { storedPayloadSchema } from '@/src/schema/payload';
import { storedRunSchema } from '@/src/schema/run';
import { savedPromptSchema } from '@/src/schema/saved-prompt';
import { requestPartSchema, storedRequestSchema } from '@/src/schema/sent-request';
import { siteSchema } from '@/src/schema/site';
import { tokenUsageEntrySchema } from '@/src/schema/usage';
import type { BackupTable } from '@/src/store/backup';
import type { StoredCheckpoint } from '@/src/store/db';

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
      z.strictObject({ kind: z.literal('packed'), base64: z.base64() }),
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
  sentRequests: storedRequestSchema,
  requestParts: requestPartSchema,
  payloads: storedPayloadSchema,
  logs: logRowSchema,
} satisfies Record<BackupTable, z.ZodType>;

/** The checked rows of a backup, by table. */
export type BackupRows = {
  [Table in BackupTable]: (Table extends 'checkpoints'
    ? StoredCheckpoint
    : z.infer<(typeof BACKUP_ROWS)[Table]>)[];
};

/** The unique keys of each table's rows; the first key identifies a row in errors. */
export const ROW_KEYS: Readonly<Record<BackupTable, readonly (readonly string[])[]>> = {
  chats: [['id']],
  messages: [['id'], ['chatId', 'position']],
  runs: [['id']],
  executions: [['id']],
  approvals: [['id']],
  checkpoints: [['id'], ['chatId', 'sequence']],
  usage: [['id']],
  connections: [['id']],
  modelAliases: [['name']],
  savedPrompts: [['name']],
  composerTexts: [['chatId']],
  chatImages: [['chatId', 'id']],
  sites: [['origin']],
  contexts: [['chatId']],
  audit: [['id'], ['origin', 'sequence']],
  auditHeads: [['origin']],
  pages: [['page']],
  pageSteps: [['page', 'sequence']],
  sentRequests: [['id']],
  requestParts: [['chatId', 'hash']],
  payloads: [['id']],
  logs: [['id']],
};
