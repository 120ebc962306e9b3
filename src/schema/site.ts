import { z } from 'zod';
import { timeSchema } from './scalars';
import { MAX_SITE_NAME_LENGTH, SITE_COLOR_NAMES } from './values/site-colors';

/**
 * The user's name for a site, such as “PRODUCTION”, or for a set of sites, and the colour behind it. Only the user sees them: no
 * request contains them, except for the names of the sites in a chat about several sites.
 */
export const siteMarkSchema = z.strictObject({
  name: z.string().trim().min(1).max(MAX_SITE_NAME_LENGTH),
  color: z.enum(SITE_COLOR_NAMES),
});

export type SiteMark = z.infer<typeof siteMarkSchema>;

/**
 * A site to which the user granted lasting access. The browser's permission decides about access; this row
 * distinguishes it from the permission for an endpoint.
 */
export const siteSchema = z.strictObject({
  /** `scheme://host:port`. */
  origin: z.url(),
  addedAtMs: timeSchema,
  /** False: the permission stays, but Steward doesn't access the site. */
  isOn: z.boolean(),
  /** Null or missing if the user gave the site no name. */
  mark: siteMarkSchema.nullable().exactOptional(),
  /** The set that the site belongs to: all sites whose set has this name. They have its colour, too. Null or missing for none. */
  set: siteMarkSchema.nullable().exactOptional(),
});

export type Site = z.infer<typeof siteSchema>;
