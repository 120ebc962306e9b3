import { modelLinesWithin } from '@/src/adapters/kit/lines-within';
import { promptText } from '@/src/adapters/kit/prompt-text';
import { ruleDifferences, ruleEvents } from '@/src/adapters/kit/rules/rule-lists';
import { inSlices } from '@/src/adapters/kit/slices';
import { stamped } from '@/src/adapters/kit/stamped';
import { countOf, LIST_MODELS } from '@/src/adapters/kit/tool-results';
import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import type { ModelGroup } from '@/src/core/adapter/page-models';
import { visibleJson } from '@/src/core/text/visible-json';
import { say } from '@/src/schema/values/said';
import {
  changes,
  contextSchema,
  decisions,
  isHidden,
  reads,
  restorableState,
  ruleUse,
  stateSchema,
  type TemplateAdapterContext,
  type TemplateAdapterState,
  teamLists,
} from './rules';

/** Type of the change that the server makes without a user: it offers other models. */
const MODELS_CHANGED = 'models_changed';
const RULE_EVENTS = { added: 'rule_added', removed: 'rule_removed', modified: 'rules_reordered' } as const;

/** The definition for pages with a list of rules for each team. Changes go live at once, so there is no saved state. */
export const templateAdapter = defineAdapter<TemplateAdapterContext, TemplateAdapterState>({
  id: 'template-adapter',
  title: 'Template title',
  isShared: true,
  contextSchema,
  stateSchema,
  restorableState,
  tools: [...reads, ...changes].map(({ definition }) => definition),
  contributions: [
    promptText(
      'template-adapter:domain',
      'Context',
      500,
      'The page has a list of rules for each team. A rule hides the models whose whole id it matches from the team; * stands for any run of characters. Every change takes effect at once.',
    ),
  ],
  ownChangeTypes: [MODELS_CHANGED],
  diffContext: (previous, next, atMs) =>
    stamped(
      [
        ...ruleEvents(teamLists, [previous, next], RULE_EVENTS, (team, pattern) => ({ ...pattern, team })),
        ...(previous.models.join('\n') === next.models.join('\n')
          ? []
          : [{ type: MODELS_CHANGED, new_count: next.models.length }]),
      ],
      atMs,
    ),
  diffState: (from, to) =>
    ruleDifferences(teamLists, from, to, (team, rule) =>
      rule === null
        ? say('template-adapter.difference.order', { team })
        : say('template-adapter.difference.rule', { team, rule }),
    ),
  models: (context) => inSlices(() => modelGroups(context)),
  ruleUse: (context) => inSlices(() => ruleUse(context, null)),
  changeGroup: () => ({ fields: {}, readWith: LIST_MODELS }),
  encodeContext: (context, budgetTokens) =>
    modelLinesWithin((hasModels) => linesOf(context, hasModels), budgetTokens, LIST_MODELS),
  pageLine: ({ teams, models }) => ({
    title: say('template-adapter.pageLine.title'),
    name: null,
    facts: [
      say('template-adapter.pageLine.teams', { count: Object.keys(teams).length }),
      say('template-adapter.pageLine.models', { count: models.length }),
    ],
    unsaved: false,
  }),
});

/** The models of each team, for the picture of a change. */
function modelGroups(context: TemplateAdapterContext): ModelGroup[] {
  return decisions.ofLists(context, Object.keys(context.teams)).map(({ list, models }) => ({
    name: list,
    models: models.map((model) => ({ name: model.id, state: isHidden(model) ? 'hidden' : 'visible' })),
  }));
}

/** Each team with its rules and models. A minus sign before a model means that it is hidden from the team. */
function linesOf(context: TemplateAdapterContext, hasModels: boolean): string[] {
  return Object.entries(context.teams).flatMap(([team, rules]) => {
    const models = decisions.ofList(context, team);
    const names = models.map((model) => `${isHidden(model) ? '-' : ''}${visibleJson(model.id)}`);
    return [
      `${visibleJson(team)}: ${countOf(models.length, 'model')}, ${models.filter(isHidden).length} hidden`,
      ...(rules.length === 0 ? [] : [`  rules: ${rules.map(visibleJson).join(', ')}`]),
      ...(hasModels ? [`  models: ${names.join(' ')}`] : []),
    ];
  });
}
