import { z } from 'zod';
import { createRuleListHalf } from '@/src/adapters/kit/rules/rule-list-half';
import { assertReadable, differingLists } from '@/src/adapters/kit/rules/rule-lists';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { say } from '@/src/schema/values/said';
import { createRulesApi } from './api';
import { restorableState, rulesOf, type TemplateAdapterContext, teamLists } from './rules';

const ID = 'template-adapter';
const rules = z.array(z.string());

/** Reads and changes the rules over the server's API. */
export const templateAdapterService: ServiceAdapter = {
  id: ID,
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

    return createRuleListHalf({
      id: ID,
      stepSchema: z.object({ list: z.string(), before: rules, after: rules }),
      context: read,
      // The caller passes only contexts that this half returned.
      stateOf: (context) => restorableState(context as TemplateAdapterContext),
      state: async (signal) => restorableState(await read(signal)),
      rules: async (team, signal) => rulesOf(await read(signal), team),
      write: ({ list: team, after }, signal) => api.write(team, after, signal),
      rulesIn: rulesOf,
      differing: (one, other) => differingLists(teamLists, one, other),
      nameOf: (team) => team,
      problem: () => null,
      watch: async () => async () => ({ message: 'The server has the new rules.' }),
    });
  },
};
