import { z } from 'zod';
import { timeSchema } from './scalars';

/**
 * A site to which the user granted lasting access. The browser's permission decides; this row distinguishes
 * it from an endpoint's.
 */
export const siteSchema = z.strictObject({
  /** `scheme://host:port`. */
  origin: z.url(),
  addedAtMs: timeSchema,
  /** False: the permission stays, but Steward doesn't access the site. */
  isOn: z.boolean(),
});

export type Site = z.infer<typeof siteSchema>;
