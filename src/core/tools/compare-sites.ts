import { z } from 'zod';
import type { JsonObject } from '@/src/schema/values/json';
import { MAX_TARGET_NAME_LENGTH } from '@/src/schema/values/targets';
import { defineTool } from './define-tool';

const site = z.string().min(1).max(MAX_TARGET_NAME_LENGTH).describe('Name of a site.');

const input = z.strictObject({ from: site, to: site });

/** The read tool of a chat about several sites that compares two of them. */
export const compareSitesTool = defineTool({
  name: 'compare_sites',
  line: 'said.call.compareSites',
  description:
    'Compares two sites of this chat as they are now: “added” is only on `to`, “removed” only on `from`. Use it to see how sites differ. Don’t use it for the state of one site.',
  input,
  effect: 'read',
  executor: 'sites',
});

/** The sites that a validated call of {@link compareSitesTool} compares. */
export function comparedSites(args: JsonObject): { from: string; to: string } {
  return input.parse(args);
}
