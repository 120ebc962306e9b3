import { z } from 'zod';
import { namedValues } from '@/scripts/adapter/templates/named-values';
import type { AdapterDefinition, ComputedCall } from '@/src/core/adapter/adapter-definition';
import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import { defineTool } from '@/src/core/tools/define-tool';
import { mapSchema } from '@/src/schema/map-schema';
import type { JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';

/** A team's limit, the note beside it, and whether it is on. */
export type Limit = { limit: number; note: string; on: boolean };
export type Limits = { limits: { [team: string]: Limit } };

/** Id of the adapter: that of the templates, whose texts it has. */
export const LIMITS_ID = 'template-adapter';

const MAX_LIMIT = 10_000;
const MAX_NOTE = 60;

const name = z.string().min(1).max(60).describe('A team of the page.');
const limits = mapSchema(
  z.string().max(60),
  z.strictObject({ limit: z.number(), note: z.string().max(200), on: z.boolean() }),
);
const schema = z.strictObject({ limits });

/** Computes a call. `inUse`: the team that can't be turned off; null if each can. */
export function computeLimitCall(
  { limits }: Limits,
  tool: string,
  { name: team, ...changes }: JsonObject,
  inUse: string | null,
): ComputedCall<Limits> {
  if (tool === 'list_limits') {
    const message = `Lists ${Object.keys(limits).length} limits.`;
    return { success: true, message, data: { values: Object.keys(limits) } };
  }
  const before = typeof team === 'string' && Object.hasOwn(limits, team) ? limits[team] : undefined;
  if (before === undefined) {
    return { success: false, message: 'The page has no such team.', error_code: 'not_found' };
  }
  if (team === inUse && changes.on === false) {
    return { success: false, message: 'The team is in use.', error_code: 'in_use' };
  }
  const after = { limits: { ...limits, [String(team)]: { ...before, ...changes } } };
  return { after, message: 'Set the limit.' };
}

/** A page of limits, which the kit's own tests break in several ways. Its server refuses to turn off the team in use. */
export const limitsAdapter = defineAdapter<Limits, Limits>({
  id: LIMITS_ID,
  title: 'Limits',
  contextSchema: schema,
  stateSchema: schema,
  restorableState: (context) => context,
  computeCall: (context, tool, args) => computeLimitCall(context, tool, args, 'ada'),
  tools: [
    defineTool({
      name: 'set_limit',
      description: 'Sets the limit of a team.',
      input: z.strictObject({ name, limit: z.int().min(0).max(MAX_LIMIT).describe('Requests in an hour.') }),
      effect: 'write',
    }),
    defineTool({
      name: 'set_note',
      description: 'Sets the note on a team.',
      input: z.strictObject({ name, note: z.string().max(MAX_NOTE).describe('The note.') }),
      effect: 'write',
    }),
    defineTool({
      name: 'turn_on',
      description: 'Turns a limit on or off.',
      input: z.strictObject({ name, on: z.boolean().describe('true turns it on.') }),
      effect: 'write',
    }),
    defineTool({
      name: 'list_limits',
      description: 'Lists the teams.',
      input: z.strictObject({}),
      effect: 'read',
    }),
  ],
  contributions: [],
  ownChangeTypes: [],
  ...namedValues<Limits, Limits>({
    valuesOf: ({ limits }) => limits,
    stateOf: (values) => schema.parse({ limits: values }),
    lockedIn: () => [],
    noun: 'switch',
    readWith: 'list_limits',
  }),
  // Which team is in use by then isn't known: one that is on stays on.
  takeable(now, wanted) {
    const isOn = (team: string) => Object.hasOwn(now.limits, team) && now.limits[team]?.on === true;
    const kept = Object.entries(wanted.limits).map(([team, value]): [string, Limit] => [
      team,
      isOn(team) ? { ...value, on: true } : value,
    ]);
    return { state: { limits: Object.fromEntries(kept) }, left: ['Teams that are on stay on.'] };
  },
  pageLine: ({ limits }) => ({
    title: say('template-adapter.pageLine.title'),
    name: null,
    facts: [say('template-adapter.pageLine.count', { count: Object.keys(limits).length })],
    unsaved: false,
  }),
}) as unknown as AdapterDefinition;
