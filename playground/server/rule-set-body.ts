import { z } from 'zod';

/** A provider's rules as clients send them: both lists, nothing else. What the patterns may be is checked later. */
export const ruleSetBody = z.strictObject({
  ignore: z.array(z.string()),
  whitelist: z.array(z.string()),
});
