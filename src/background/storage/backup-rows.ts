import { z } from 'zod';
import { MAX_ALIAS_LENGTH } from '@/src/schema/values/model-names';
import type { BackupTable } from '@/src/store/backup';
import { approvalRowSchema } from './approval-row-schema';
import { chatRowSchema } from './chat-row-schema';
import { countSchema, idSchema, imageRowSchema, messageSchema, timeSchema } from './message-schema';
import { checkpointRowSchema, contextRowSchema, pageRowSchema, pageStepRowSchema } from './page-row-schema';
import {
  logRowSchema,
  payloadRowSchema,
  requestPartRowSchema,
  sentRequestRowSchema,
} from './request-row-schema';
import { executionRowSchema, runRowSchema, usageRowSchema } from './run-row-schema';

const waitMs = z.number().min(0).nullable();

/** A connection has no key and no header in a backup. */
const connection = z.strictObject({
  id: idSchema,
  label: z.string(),
  baseUrl: z.url({ protocol: /^https?$/ }),
  hasKey: z.literal(false),
  headerNames: z.array(z.string()).max(0),
  createdAtMs: timeSchema,
  waits: z.strictObject({ firstPieceMs: waitMs, pauseMs: waitMs }).exactOptional(),
});

const auditEntry = z.strictObject({
  id: idSchema,
  atMs: timeSchema,
  origin: z.string().min(1),
  chatId: z.string(),
  runId: z.string().nullable(),
  messageId: z.string().nullable(),
  executionId: z.string().nullable(),
  action: z.enum(['call', 'rollback', 'undo', 'restore-unsaved', 'restore-saved', 'policy', 'refused']),
  subject: z.string(),
  proposed: z.string(),
  decision: z.enum(['allowed', 'approved', 'rejected', 'denied', 'not-asked', 'user']),
  note: z.string(),
  ran: z.string().nullable(),
  success: z.boolean(),
  errorCode: z.string().nullable(),
  stateHashBefore: z.string().nullable(),
  stateHashAfter: z.string().nullable(),
  savedBefore: z.string().nullable(),
  sequence: z.int().min(1),
  previousHash: z.string().nullable(),
  hash: z.string().min(1),
});

/** The schema of each table's rows, as a backup contains them. A test compares them with the types of the database. */
export const BACKUP_ROWS = {
  chats: chatRowSchema,
  messages: messageSchema,
  runs: runRowSchema,
  executions: executionRowSchema,
  approvals: approvalRowSchema,
  checkpoints: checkpointRowSchema,
  usage: usageRowSchema,
  connections: connection,
  modelAliases: z.strictObject({
    name: z.string().min(1).max(MAX_ALIAS_LENGTH),
    connectionId: idSchema,
    model: z.string().min(1),
  }),
  composerTexts: z.strictObject({ chatId: idSchema, text: z.string(), imageIds: z.array(idSchema) }),
  chatImages: imageRowSchema,
  sites: z.strictObject({ origin: z.url(), addedAtMs: timeSchema, isOn: z.boolean() }),
  contexts: contextRowSchema,
  audit: auditEntry,
  auditHeads: z.strictObject({
    origin: z.string().min(1),
    sequence: countSchema,
    hash: z.string().nullable(),
  }),
  pages: pageRowSchema,
  pageSteps: pageStepRowSchema,
  sentRequests: sentRequestRowSchema,
  requestParts: requestPartRowSchema,
  payloads: payloadRowSchema,
  logs: logRowSchema,
} satisfies Record<BackupTable, z.ZodType>;

/** The fields that identify a row of a table; the first ones name it in errors. */
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
