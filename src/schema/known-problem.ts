import { z } from 'zod';

/** A problem of an adapter with versions of its site, known to the maintainers. */
const knownProblemSchema = z.strictObject({
  adapterId: z.string().min(1),
  /** Versions of the site, or their beginnings: `0.9` includes `0.9.3`. Missing for all versions. */
  versions: z.array(z.string().min(1)).min(1).exactOptional(),
  /** Address of the public issue, which says what fails and what to do meanwhile. */
  issue: z.url({ protocol: /^https$/ }),
});

export const knownProblemsSchema = z.array(knownProblemSchema);

export type KnownProblem = z.infer<typeof knownProblemSchema>;
