import { z } from 'zod';
import { saidSchema } from './said';
import { countSchema, idSchema, timeSchema } from './scalars';
import { IN_FORCE, type InForce } from './values/in-force';

/** An audit entry before it is appended to its site's chain: a change of a page, or a decision about one. */
const newAuditEntrySchema = z.strictObject({
  id: idSchema,
  atMs: timeSchema,
  /** `scheme://host:port` of the page. */
  origin: z.string().min(1),
  chatId: z.string(),
  /** Null if the entry concerns no run. */
  runId: z.string().nullable(),
  /** The response that made the call; null if there is none. */
  messageId: z.string().nullable(),
  executionId: z.string().nullable(),
  /**
   * `call`: a tool call that would change something; `rollback`, `undo`, `restore-unsaved`, `restore-saved`, `make-alike`: the user put the
   * page into another state; `check`: Steward compared what clients get with a change, as the user asked or after it; `policy`: the user changed the chat's approval policy; `refused`: an unauthorized sender tried
   * to change the page.
   */
  action: z.enum([
    'call',
    'rollback',
    'undo',
    'restore-unsaved',
    'restore-saved',
    'make-alike',
    'check',
    'policy',
    'refused',
  ]),
  /** The tool's name, or a short description of the change. */
  subject: z.string(),
  /** As JSON: the arguments as the model wrote them, or the new setting. */
  proposed: z.string(),
  /**
   * `allowed`, `denied`: by the chat's policy; `approved`, `rejected`: by the user on request; `user`: the user started it;
   * `not-asked`: it failed before approval was requested; `unanswered`: it ended while the request was shown.
   */
  decision: z.enum(['allowed', 'approved', 'rejected', 'denied', 'not-asked', 'unanswered', 'user']),
  /** The user's note; empty if they gave none. */
  note: z.string(),
  /** The arguments that ran, as JSON; null if nothing ran. Differs from `proposed` if the user edited the call. */
  ran: z.string().nullable(),
  success: z.boolean(),
  errorCode: z.string().nullable(),
  /** Hash of the page's restorable state before and after; null if nothing was sent to the page. */
  stateHashBefore: z.string().nullable(),
  stateHashAfter: z.string().nullable(),
  /** The saved state that a commit overwrote, as canonical JSON; null for all other entries, and for a commit that never started. */
  savedBefore: z.string().nullable(),
});

export type NewAuditEntry = z.infer<typeof newAuditEntrySchema>;

const inForceSchema: z.ZodType<InForce> = z.strictObject({ value: z.enum(IN_FORCE), evidence: saidSchema });

function isOutcomeOfCheck(text: string): boolean {
  try {
    return inForceSchema.safeParse(JSON.parse(text)).success;
  } catch {
    // It isn't JSON.
    return false;
  }
}

/** An entry of a site's audit chain. It is never changed, and contains the hash of the entry before it. */
export const auditEntrySchema = newAuditEntrySchema
  .extend({
    /** 1, 2, 3 … within the site. */
    sequence: z.int().min(1),
    /** The hash of the entry before; null for the first. */
    previousHash: z.string().nullable(),
    /** Hash over all other fields. */
    hash: z.string().min(1),
  })
  // The panel shows the outcome of a check as it is.
  .refine(({ action, proposed }) => action !== 'check' || isOutcomeOfCheck(proposed), { path: ['proposed'] });

export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The newest entry of a site's audit chain, stored separately from the entries when the entry is written. */
export const auditHeadSchema = z.strictObject({
  /** `scheme://host:port`. */
  origin: z.string().min(1),
  /** 0 before the first entry. */
  sequence: countSchema,
  /** Null before the first entry. */
  hash: z.string().nullable(),
});

export type AuditHead = z.infer<typeof auditHeadSchema>;
