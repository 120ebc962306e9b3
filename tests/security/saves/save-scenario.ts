import fc from 'fast-check';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import type { ScriptedCall } from '../paths/path-world';

/** A page with unsaved rules, a model that saves them, and the user's way of answering approval requests. */
export interface SaveScenario {
  context: ModelFilterContext;
  policy: PolicySettings;
  /** The calls of each response, run by run. */
  runs: ScriptedCall[][][];
  /** The user ticks "don't ask again" for saves at the first approval. */
  allowsFurtherSaves: boolean;
  /** The user approves one call at a time. */
  decidesSingly: boolean;
  /** The worker restarts while each card is shown. */
  restartsAtCard: boolean;
}

const SAVE: ScriptedCall = ['save_changes', {}];
const add = (pattern: string): ScriptedCall => ['add_ignore_rule', { pattern }];
const [ADD_1, ADD_2, ADD_3] = [add('gpt-4-*'), add('gpt-4o'), add('*-preview')];

const RUNS: readonly ScriptedCall[][][][] = [
  [[[SAVE]]],
  [[[ADD_1, SAVE]]],
  [[[SAVE, ADD_1, SAVE]]],
  [[[ADD_1, SAVE, ADD_2, SAVE]]],
  [[[SAVE], [ADD_1, SAVE]]],
  [[[SAVE, SAVE], [SAVE]]],
  [[[ADD_1, SAVE]], [[ADD_2, SAVE]]],
  [[[SAVE, ADD_1]], [[SAVE, ADD_2, SAVE]]],
  [[[['refresh_models', {}], SAVE]], [[ADD_3, SAVE]]],
  [[[SAVE, ['discard_changes', {}], ADD_1, SAVE]]],
];

const ALLOWS_SAVES = { save_changes: 'allow', discard_changes: 'allow' } as const;

const policies = fc.constantFrom<PolicySettings>(
  { approvalPolicy: 'default', permissions: {}, planMode: false },
  { approvalPolicy: 'ask-every-change', permissions: {}, planMode: false },
  { approvalPolicy: 'default', permissions: ALLOWS_SAVES, planMode: false },
  { approvalPolicy: 'default', permissions: ALLOWS_SAVES, planMode: false },
  {
    approvalPolicy: 'default',
    permissions: { ...ALLOWS_SAVES, add_ignore_rule: 'ask' },
    planMode: false,
  },
  { approvalPolicy: 'default', permissions: {}, planMode: true },
);

const contexts = fc
  .record({ others: fc.boolean(), ownSaved: fc.boolean(), isWhitelisted: fc.boolean() })
  .map(({ others, ownSaved, isWhitelisted }) => {
    const saved = {
      ...(ownSaved ? { openai: { ignore: ['gpt-3*', 'o1'], whitelist: [] } } : {}),
      ...(others ? { openrouter: { ignore: ['meta-*', 'x-*'], whitelist: ['meta-llama/*'] } } : {}),
    };
    const drafts = { ...saved, openai: { ignore: ['o1*'], whitelist: isWhitelisted ? ['o1'] : [] } };
    return modelFilterState({ saved, drafts });
  });

export const saveScenario: fc.Arbitrary<SaveScenario> = fc.record({
  context: contexts,
  policy: policies,
  runs: fc.constantFrom(...RUNS),
  allowsFurtherSaves: fc.boolean(),
  decidesSingly: fc.boolean(),
  restartsAtCard: fc.nat(4).map((roll) => roll === 0),
});

/** A scenario in words, for a finding. */
export function scenarioText({ context, policy, runs, ...ways }: SaveScenario): string {
  const calls = runs.map((run) =>
    run.map((response) => response.map(([tool]) => tool).join(' ')).join(' | '),
  );
  return JSON.stringify({ ...ways, runs: calls.join(' || '), policy, saved: context.saved });
}
