import { z } from 'zod';
import { MAX_LIST_RULES, type RuleLists } from '@/src/adapters/kit/rules/rule-lists';
import { starMatcher } from '@/src/adapters/kit/star-pattern';
import { mapSchema } from '@/src/schema/map-schema';

/** The restorable state: the rules of each team. */
export type TemplateAdapterState = { teams: { [team: string]: string[] } };
/** The page's whole state. */
export type TemplateAdapterContext = TemplateAdapterState & { models: string[] };

/** Longest name of a team or model, and longest rule, in UTF-16 units. */
export const MAX_NAME = 200;
/** Most models that the server may list. */
const MAX_MODELS = 20_000;

const name = z.string().min(1).max(MAX_NAME);
const teams = mapSchema(name, z.array(name).max(MAX_LIST_RULES));

export const stateSchema = z.strictObject({ teams });
export const contextSchema = z.strictObject({ teams, models: z.array(name).max(MAX_MODELS) });

export const restorableState = ({ teams }: TemplateAdapterContext): TemplateAdapterState => ({ teams });

/** The lists of rules: one for each team. */
export const teamLists: RuleLists<TemplateAdapterState, string> = {
  isOrdered: false,
  listsIn: (...states) => [...new Set(states.flatMap(({ teams }) => Object.keys(teams)))].sort(),
  rulesIn: rulesOf,
};

/** The rules of a team; empty for an unknown team. */
export function rulesOf({ teams }: TemplateAdapterState, team: string): string[] {
  // The type requires a fallback; an own property always has a value.
  return Object.hasOwn(teams, team) ? (teams[team] ?? []) : [];
}

/** A copy of the context with other rules for one team. */
export function withRules(
  context: TemplateAdapterContext,
  team: string,
  rules: readonly string[],
): TemplateAdapterContext {
  const others = Object.entries(context.teams).filter(([other]) => other !== team);
  return { ...context, teams: Object.fromEntries([...others, [team, [...rules]]]) };
}

/** The decision about a model for one team. */
export interface TeamModel {
  id: string;
  team: string;
  /** The first rule that hides the model from the team; null if none does. */
  rule: string | null;
}

export const isHidden = ({ rule }: TeamModel): boolean => rule !== null;

/** Every model with the rule that hides it from a team. */
export function decideModels(context: TemplateAdapterContext, team: string): TeamModel[] {
  const rules = rulesOf(context, team).map((rule) => ({ rule, matches: starMatcher(rule) }));
  return context.models.map((id) => {
    const hiding = rules.find(({ matches }) => matches(id));
    return { id, team, rule: hiding === undefined ? null : hiding.rule };
  });
}
