import { z } from 'zod';
import { mapSchema } from './map-schema';

/** A provider's rules as they are sent: exactly both lists. Patterns are validated later. */
export const ruleSet = z.strictObject({ ignore: z.array(z.string()), whitelist: z.array(z.string()) });

/** Rules by provider. */
export const ruleSets = mapSchema(ruleSet);
