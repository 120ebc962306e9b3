import { z } from 'zod';
import type { JsonObject } from '@/src/schema/values/json';
import { compareSitesTool } from '../tools/compare-sites';
import type { ToolDefinition } from '../tools/tool-definition';
import type { AdapterDefinition } from './adapter-definition';

/** The name for all sites of a chat in the argument `targets`. */
export const ALL_SITES = 'all';

const namesSchema = z.array(z.string().min(1)).min(1);

/** The adapters for chats about several sites, by the adapter of one site. */
const made = new WeakMap<AdapterDefinition, AdapterDefinition>();

/**
 * The adapter of a chat about several sites: it touches no page itself. Each tool hands its calls to the sites that its argument
 * `targets` names, so for this chat it only reads. What the sites' own chats do with their pages is left out.
 */
export function forSeveralSites(definition: AdapterDefinition): AdapterDefinition {
  const known = made.get(definition);
  if (known !== undefined) return known;
  const { saving, computeCall, ownTools, resultViews, takeable, ...rest } = definition;
  const adapter: AdapterDefinition = {
    ...rest,
    tools: [...definition.tools.map(forSites), compareSitesTool],
    contributions: [...definition.contributions, SITES_CONTRIBUTION],
    isNeverRestored: true,
  };
  made.set(definition, adapter);
  return adapter;
}

const SITES_CONTRIBUTION: AdapterDefinition['contributions'][number] = {
  key: 'steward:sites',
  section: 'Context',
  priority: 950,
  content: {
    type: 'text',
    text: 'This chat is about several sites of one kind. <page-state> shows the first one; <other-sites> tells how each other site differs from it. A tool runs on the sites in its argument targets, on each by itself: names and patterns are looked up in that site’s own state, and its result lists every site. One call for all sites is better than one call for each.',
  },
};

function forSites(tool: ToolDefinition): ToolDefinition {
  const isRead = tool.effect === 'read';
  const targets = namesSchema.describe(
    `Names of sites, or ["${ALL_SITES}"].${isRead ? ' Default: all.' : ''}`,
  );
  return {
    ...tool,
    input: tool.input.safeExtend({ targets: isRead ? targets.optional() : targets }),
    effect: 'read',
    defaultPermission: 'allow',
    executor: 'sites',
    question: null,
  };
}

/** The names of the sites that a call names, and its arguments for each of them. `names`: those of the chat's sites. */
export function sitesOfCall(
  { targets, ...args }: JsonObject,
  names: readonly string[],
): { args: JsonObject; named: string[]; unknown: string[] } {
  // The documented default of a tool that only reads; the schema of the others demands names.
  const wanted = namesSchema.safeParse(targets).data ?? [ALL_SITES];
  if (wanted.includes(ALL_SITES)) return { args, named: [...names], unknown: [] };
  return {
    args,
    // In the chat's order, whatever the call's.
    named: names.filter((name) => wanted.includes(name)),
    unknown: wanted.filter((name) => !names.includes(name)),
  };
}
