import { z } from 'zod';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import type { ProblemReport } from '@/src/core/records/problem-report';
import type { RestoreOffer } from '@/src/core/records/restore-offer';
import { LOG_LEVELS } from '@/src/schema/values/log-level';
import { command, id, returns } from './command';
import { textPartFields } from './text-part';

/** The parts of the panel with their own error boundary. */
const PANEL_PLACES = ['panel', 'models', 'conversation', 'entry', 'approval', 'sheet'] as const;

/** The number of rows that a command deleted or stored. */
interface Rows {
  rows: number;
}

/** Commands for the log and all of Steward's data. */
export const dataCommands = [
  /** Deletes data of one kind that the user can do without. */
  command('free-space', { what: z.enum(['requests', 'checkpoints', 'chat-logs']) }, returns<Rows>()),
  /** Deletes the payloads of a chat's chat log; the conversation stays. */
  command('delete-chat-log', { chatId: id }, returns<Rows>()),
  /** Checks that the database's rows fit together; deletes nothing. */
  command('check-data', {}, returns<IntegrityReport>()),
  /** Records that the user has seen the findings of the check at the worker's start. */
  command('acknowledge-findings', {}),
  /** Ends all runs and deletes everything, after the user's confirmation. */
  command('delete-all-data', {}),
  /**
   * Receives a part of a backup's text. Returns null before the last part. With the last part: if `keepsPrompts` is null, returns
   * the contents of the backup; otherwise restores it.
   */
  command(
    'restore-backup',
    { keepsPrompts: z.boolean().nullable(), ...textPartFields },
    returns<Rows | RestoreOffer | null>(),
  ),
  /** Makes the contents of a report of a problem; `chatId`: the chat that the panel shows. */
  command('report-problem', { chatId: id.nullable() }, returns<ProblemReport>()),
  /** Sets the log level of the whole extension. */
  command('set-log-level', { level: z.enum(LOG_LEVELS) }),
  command('clear-log', {}),
  /** Logs that a part of the panel failed to render. */
  command('log-panel-failure', { place: z.enum(PANEL_PLACES), defect: z.string().max(1_000) }),
] as const;
