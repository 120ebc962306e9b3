import { ruleCalls } from '@/src/adapters/kit/rule-list/rule-calls';
import { byEffect, differingLists, effectOf, effectPreview } from '@/src/adapters/kit/rule-list/rule-lists';
import { starMatcher } from '@/src/adapters/kit/star-pattern';
import { countOf, listed } from '@/src/adapters/kit/tool-results';
import { failure } from '@/src/core/records/tool-result';
import { say } from '@/src/schema/values/said';
import { templateAdapter } from './definition';
import {
  decideModels,
  isHidden,
  rulesOf,
  type TeamModel,
  type TemplateAdapterContext,
  type TemplateAdapterState,
  teamLists,
  withRules,
} from './rules';
import { changes, reads, unknownTeam } from './tools';

/** The tools of the page, and their dry run. */
export const templateAdapterCalls = ruleCalls<TemplateAdapterContext, TemplateAdapterState, string>(
  templateAdapter,
  {
    reads,
    changes,
    rulesIn: rulesOf,
    find: ({ teams }, { list }) => (Object.hasOwn(teams, list) ? list : null),
    unknown: unknownTeam,
    problem: (_context, { action, patterns }) =>
      action === 'add' && patterns.includes('*')
        ? failure('invalid_pattern', 'A rule "*" would leave the team without any model.')
        : null,
    nothingNew: ({ list }) => failure('duplicate_rule', `${list} has these rules already.`),
    withRules: (context, list, rules) => ({
      step: { list, before: rulesOf(context, list), after: [...rules] },
      after: withRules(context, list, rules),
    }),
    noteOn({ models }, _wanted, pattern) {
      return `matches ${countOf(models.filter(starMatcher(pattern)).length, 'model')}`;
    },
    preview(before, after) {
      const effect = effectBetween(before, after);
      const teams = differingLists(teamLists, before, after);
      return effectPreview(
        effect,
        ({ id, team, rule }) => ({
          name: teams.length > 1 ? `${team}: ${id}` : id,
          detail: rule === null ? null : `by ${JSON.stringify(rule)}`,
        }),
        {
          summary: teams.length === 0 ? say('said.dryRun.noChange') : summaryOf(effect),
          titles: ['Newly hidden', 'Shown again'],
          emptied: 'every model is hidden',
          wayBack: 'A checkpoint is taken first, so the change can be undone.',
          isComplete: true,
          differences: templateAdapter.diffState(before, after),
          unknown: [],
          warning: 'This takes effect at once, for everybody in the team.',
          others: [],
        },
      );
    },
    changed({ list, rules, after }, before, done) {
      const effect = effectBetween(before, after);
      return {
        success: true,
        message: `Changed the rules of ${list}. ${summaryOf(effect)} ${done.message}`,
        data: {
          team: list,
          ...listed('rules', rules),
          ...listed('newly_hidden', idsOf(effect.lost)),
          ...listed('shown_again', idsOf(effect.regained)),
        },
      };
    },
  },
);

function summaryOf(effect: ReturnType<typeof effectBetween>): string {
  const lost = countOf(effect.lost.length, 'model');
  const regained = countOf(effect.regained.length, 'model');
  return byEffect(effect, {
    both: `The change hides ${lost} and shows ${regained} again.`,
    lost: `The change hides ${lost}.`,
    regained: `The change shows ${regained} again.`,
    none: 'The change hides no other model.',
  });
}

/** The effect of a change on all teams whose rules differ. */
function effectBetween(before: TemplateAdapterContext, after: TemplateAdapterContext) {
  const teams = differingLists(teamLists, before, after);
  const decided = (context: TemplateAdapterContext) => teams.flatMap((team) => decideModels(context, team));
  return effectOf(decided(before), decided(after), isHidden, ({ team }) => team);
}

function idsOf(models: readonly TeamModel[]): string[] {
  return models.map(({ id }) => id);
}
