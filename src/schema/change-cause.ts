import { z } from 'zod';
import { idSchema } from './scalars';

const ofChat = { chatId: idSchema, chatTitle: z.string() };

const storedCauseSchema = z.discriminatedUnion('kind', [
  /** A tool call of a chat. */
  z.strictObject({ ...ofChat, kind: z.literal('execution'), executionId: idSchema }),
  /** A rollback, an undo or restored unsaved changes, chosen by the user in a chat. */
  z.strictObject({ ...ofChat, kind: z.literal('restore') }),
  /** The page itself: its document was loaded again, or it fetched its data again. */
  z.strictObject({ kind: z.literal('page'), event: z.enum(['reload', 'refresh']) }),
  /** The user, on the page. Also the cause of changes that no other cause explains. */
  z.strictObject({ kind: z.literal('user') }),
]);

/** The cause of a change of a page. Each difference has one cause, found when it is first observed. */
export type ChangeCause =
  | z.infer<typeof storedCauseSchema>
  /** As `user`, on a page whose state others change, too. Never stored: it follows from `user` and the adapter. */
  | { kind: 'anyone' };

export const changeCauseSchema: z.ZodType<ChangeCause> = storedCauseSchema;
