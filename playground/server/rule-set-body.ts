import { z } from 'zod';

/** A provider's rules as clients send them: exactly both lists. Patterns are validated later. */
export const ruleSetBody = z.strictObject({
  ignore: z.array(z.string()),
  whitelist: z.array(z.string()),
});
