import { z } from 'zod';
import { ruleCalls } from '@/src/adapters/kit/rules/rule-calls';
import { createRuleListHalf } from '@/src/adapters/kit/rules/rule-list-half';
import { assertReadable, differingLists, effectOf, effectPreview } from '@/src/adapters/kit/rules/rule-lists';
import { starMatcher } from '@/src/adapters/kit/star-pattern';
import { listed } from '@/src/adapters/kit/tool-results';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import { type Said, say } from '@/src/schema/values/said';
import { createRulesApi } from './api';
import { templateAdapter } from './definition';
import {
  changes,
  decisions,
  isHidden,
  reads,
  restorableState,
  rulesOf,
  type TeamModel,
  type TemplateAdapterContext,
  type TemplateAdapterState,
  teamLists,
  unknownTeam,
  withRules,
} from './rules';

const rules = z.array(z.string());

/** Reads and changes the rules over the server's API. */
export const templateAdapterService: ServiceAdapter = {
  id: 'template-adapter',
  keyName: say('template-adapter.key.name'),
  mayNeedNoKey: false,
  keyHeaders: (key) => ({ Authorization: `Bearer ${key}` }),
  keyRefusal: ({ status }) => (status === 401 ? say('template-adapter.key.refused') : null),
  createHalf(service) {
    const api = createRulesApi(service);

    async function read(signal: AbortSignal): Promise<TemplateAdapterContext> {
      const context = await api.read(signal);
      assertReadable(context.teams);
      return context;
    }

    return createRuleListHalf(templateAdapter, {
      stepSchema: z.object({ list: z.string(), before: rules, after: rules }),
      context: read,
      state: async (signal) => restorableState(await read(signal)),
      write: ({ list: team, after }, signal) => api.write(team, after, signal),
      rulesIn: rulesOf,
      differing: (one, other) => differingLists(teamLists, one, other),
      nameOf: (team) => team,
      problem: () => null,
      watch: async () => async () => ({ message: 'The server has the new rules.' }),
    });
  },
};

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
    modelsOf: ({ models }) => models,
    matcher: starMatcher,
    noteOn: (count) => (count === null ? null : say('template-adapter.preview.matches', { count })),
    preview(before, after) {
      const effect = effectBetween(before, after);
      const teams = differingLists(teamLists, before, after);
      return effectPreview(
        effect,
        ({ id, team, rule }) => ({
          name: teams.length > 1 ? `${team}: ${id}` : id,
          detail: rule === null ? null : say('template-adapter.preview.by', { rule: JSON.stringify(rule) }),
        }),
        {
          summary: summaryOf(effect),
          titles: [say('template-adapter.preview.lost'), say('template-adapter.preview.regained')],
          emptied: say('template-adapter.preview.emptied'),
          wayBack: say('said.dryRun.wayBack'),
          isServed: false,
          isComplete: true,
          differences: templateAdapter.diffState(before, after),
          unknown: [],
          warning: say('template-adapter.preview.atOnce'),
          others: [],
        },
      );
    },
    changed({ list, rules, after }, before, done) {
      const effect = effectBetween(before, after);
      return {
        success: true,
        message: `Changed the rules of ${list}. ${english(summaryOf(effect))} ${done.message}`,
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

function summaryOf({ lost, regained }: ReturnType<typeof effectBetween>): Said {
  return say('template-adapter.preview.changes', { lost: lost.length, regained: regained.length });
}

/** The effect of a change on all teams whose rules differ. */
function effectBetween(before: TemplateAdapterContext, after: TemplateAdapterContext) {
  const { was, is } = decisions.ofChange(after, before);
  return effectOf(was, is, isHidden, ({ team }) => team);
}

function idsOf(models: readonly TeamModel[]): string[] {
  return models.map(({ id }) => id);
}
