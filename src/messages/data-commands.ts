import { z } from 'zod';
import { textPartFields } from './text-part';

/** Commands about all of Steward's data. */
export const dataCommands = [
  /** Deletes data of one kind that the user can do without. */
  z.strictObject({
    type: z.literal('free-space'),
    what: z.enum(['requests', 'checkpoints', 'session-logs']),
  }),
  /** Checks that the database's rows fit together; deletes nothing. */
  z.strictObject({ type: z.literal('check-data') }),
  /** The user has seen what a check at the worker's start found. */
  z.strictObject({ type: z.literal('acknowledge-findings') }),
  /** Ends all runs and deletes everything, after the user's confirmation. */
  z.strictObject({ type: z.literal('delete-all-data') }),
  /** A part of a backup's text; the last one restores it. */
  z.strictObject({ type: z.literal('restore-backup'), ...textPartFields }),
  /** Deletes the payloads of a chat's session log; the conversation stays. */
  z.strictObject({ type: z.literal('delete-session-log'), chatId: z.string().min(1).max(100) }),
] as const;
