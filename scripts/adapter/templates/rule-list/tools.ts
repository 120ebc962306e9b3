import { z } from 'zod';
import { readTool } from '@/src/adapters/kit/computed-tool';
import { ruleTool } from '@/src/adapters/kit/rules/rule-calls';
import { MAX_LIST_RULES } from '@/src/adapters/kit/rules/rule-lists';
import {
  batchFields,
  batchOfList,
  countOf,
  LIST_MODELS,
  MAX_BATCH_LENGTH,
  success,
} from '@/src/adapters/kit/tool-results';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import { say } from '@/src/schema/values/said';
import { decideModels, isHidden, MAX_NAME, type TemplateAdapterContext } from './rules';

const name = z.string().min(1).max(MAX_NAME);
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
      const models = decideModels(context, team);
      const { entries, range, place } = batchOfList(models, args);
      const hidden = models.filter(isHidden).length;
      return success(`${countOf(models.length, 'model')}, ${hidden} hidden from ${team}${range}.`, {
        models: entries.map(({ id, rule }) => ({ id, hidden_by: rule })),
        ...place,
      });
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
