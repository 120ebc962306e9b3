import { z } from 'zod';
import { mapSchema } from './map-schema';

/** Schema of a provider's rules in requests and answers: exactly both lists. Patterns are validated later. */
export const ruleSet = z.strictObject({ ignore: z.array(z.string()), whitelist: z.array(z.string()) });

/** Rules by provider. */
export const ruleSets = mapSchema(ruleSet);
