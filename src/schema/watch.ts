import { z } from 'zod';
import { pagePlaceSchema } from './page-binding';
import { saidSchema } from './said';
import { countSchema, timeSchema } from './scalars';
import { WATCH_INTERVALS } from './values/watch-interval';

/** A page that is compared at intervals with what the user last saw of it. One row per page; it is all that a restart needs. */
export const watchSchema = pagePlaceSchema.extend({
  every: z.enum(WATCH_INTERVALS),
  nextAtMs: timeSchema,
  /** The time of the last check that read the page; null before the first. */
  checkedAtMs: timeSchema.nullable(),
  /** The result of the last check that read the page. Empty if nothing has changed since the user looked. */
  news: z.array(saidSchema),
  /** True once the user has opened a chat about the page with this news, and if there is none. */
  isTold: z.boolean(),
  /** The reason why the page can't be read, since when, and the number of attempts; null if the last check read it. */
  failure: z.strictObject({ message: saidSchema, sinceMs: timeSchema, count: countSchema }).nullable(),
});

export type Watch = z.infer<typeof watchSchema>;
