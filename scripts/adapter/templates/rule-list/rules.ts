import { z } from 'zod';
import { readTool } from '@/src/adapters/kit/computed-tool';
import { ruleTool } from '@/src/adapters/kit/rules/rule-calls';
import { ruleDecisions } from '@/src/adapters/kit/rules/rule-decisions';
import { MAX_LIST_RULES, type RuleLists } from '@/src/adapters/kit/rules/rule-lists';
import { countRuleUse } from '@/src/adapters/kit/rules/rule-use';
import { mapInSteps, rememberedWork } from '@/src/adapters/kit/slices';
import { starMatcher } from '@/src/adapters/kit/star-pattern';
import {
  batchFields,
  batchOfList,
  countOf,
  LIST_MODELS,
  MAX_BATCH_LENGTH,
  success,
} from '@/src/adapters/kit/tool-results';
import { failure } from '@/src/core/records/tool-result';
import { mapSchema } from '@/src/schema/map-schema';
import type { ToolResult } from '@/src/schema/tool-result';
import { say } from '@/src/schema/values/said';

/** The restorable state: the rules of each team. */
export type TemplateAdapterState = { teams: { [team: string]: string[] } };
/** The page's whole state. */
export type TemplateAdapterContext = TemplateAdapterState & { models: string[] };

/** Longest name of a team or model, and longest rule, in UTF-16 units. */
const MAX_NAME = 200;
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

/** Every model with the rule that hides it from a team, as the server decides. */
export const decisions = ruleDecisions(teamLists, (context: TemplateAdapterContext, team: string, budget) => {
  const rules = rulesOf(context, team).map((rule) => ({ rule, matches: starMatcher(rule, budget) }));
  return mapInSteps(context.models, (id): TeamModel => {
    const hiding = rules.find(({ matches }) => matches(id));
    return { id, team, rule: hiding === undefined ? null : hiding.rule };
  });
});

/** The rules of all teams, with the models that each one hides. */
export const ruleUse = rememberedWork((context: TemplateAdapterContext, _: null) =>
  countRuleUse(
    teamLists.listsIn(context).map((team) => ({
      list: team,
      keeps: false,
      rules: rulesOf(context, team),
      models: context.models,
      isOrdered: true,
      matcher: starMatcher,
    })),
  ),
);

const team = name.describe('A team as the page state lists it.');
const patterns = z.array(name).min(1).max(MAX_LIST_RULES);
const AT_ONCE =
  'It takes effect at once, so the user is asked first. Returns the models hidden or shown by it.';

/** The tools that only read. */
export const reads = [
  readTool(
    {
      name: LIST_MODELS,
      line: 'template-adapter.call.listModels',
      description: 'Lists the models with the rule that hides each one from a team, page by page.',
      input: z.strictObject({ team, ...batchFields(MAX_BATCH_LENGTH) }),
    },
    (context: TemplateAdapterContext, args) => {
      const { team } = args;
      if (!Object.hasOwn(context.teams, team)) return unknownTeam(context, team);
      const models = decisions.ofList(context, team);
      const { entries, range, place } = batchOfList(models, args);
      const hidden = models.filter(isHidden).length;
      return success(
        `${countOf(models.length, 'model')}, ${hidden} hidden from ${team}${range}.`,
        say('template-adapter.result.models', { count: models.length, hidden }),
        {
          models: entries.map(({ id, rule }) => ({ id, hidden_by: rule })),
          ...place,
        },
      );
    },
  ),
];

const teamOf = (args: { team: string }) => args.team;

/** The tools that change rules. */
export const changes = [
  ruleTool(
    {
      name: 'hide_models',
      line: 'template-adapter.call.hideModels',
      description: `Adds rules that hide models from a team. ${AT_ONCE}`,
      question: say('template-adapter.question.hide'),
      input: z.strictObject({
        team,
        patterns: patterns.describe('Ids of models; * stands for any run of characters.'),
      }),
    },
    'add',
    teamOf,
  ),
  ruleTool(
    {
      name: 'remove_rules',
      line: 'template-adapter.call.removeRules',
      description: `Removes rules of a team. ${AT_ONCE} Fails with rule_not_found, and then removes none.`,
      question: say('template-adapter.question.remove'),
      input: z.strictObject({
        team,
        patterns: patterns.describe('Rules exactly as the page state lists them.'),
      }),
    },
    'remove',
    teamOf,
  ),
];

/** The failure of a call whose team does not exist on the page. */
export function unknownTeam({ teams }: TemplateAdapterContext, team: string): ToolResult {
  const message = `The page has no team ${JSON.stringify(team)}.`;
  return failure('team_not_found', message, { known: Object.keys(teams) });
}
