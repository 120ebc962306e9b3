import { describe, expect, it } from 'vitest';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { playScenario } from './play-scenario';
import type { SaveScenario } from './save-scenario';
import { ADMIN_ACTIONS } from './second-admin';
import { trySaves } from './try-saves';

/** Generous: the whole background runs, and a shared machine can stall. */
const TIMEOUT_MS = 120_000;

const SCENARIO: SaveScenario = {
  context: modelFilterState({
    saved: { openai: { ignore: ['gpt-3*'], whitelist: [] } },
    drafts: { openai: { ignore: ['o1*'], whitelist: [] } },
  }),
  policy: { approvalPolicy: 'default', permissions: {}, planMode: false },
  runs: [[[['save_changes', {}]]]],
  allowsFurtherSaves: false,
  decidesSingly: false,
  restartsAtCard: false,
};

describe.each([
  ['an approval', {}, 'a save replaced what its card did not show: openai: ignore rule "admin-*"'],
  ['a permission', { save_changes: 'allow' }, 'which its run had not read'],
] as const)('a save with %s', (_, permissions, problem) => {
  const scenario = { ...SCENARIO, policy: { ...SCENARIO.policy, permissions } };

  it(
    'reports an overwritten save of another admin right before it, on a page that allows that',
    async () => {
      const undisturbed = await playScenario(scenario, [], {});
      // By its name: how often the page is read before, after its own notices, depends on timing.
      const at = 'page request: save';
      const action = ADMIN_ACTIONS[0] ?? expect.fail();
      expect(undisturbed).toMatchObject({ saves: 1, problems: [] });
      expect(await playScenario(scenario, [{ at, action }], {})).toMatchObject({ saves: 0, problems: [] });
      const { problems } = await playScenario(scenario, [{ at, action }], { overwritesAnything: true });
      expect(problems.join('\n')).toContain(problem);
    },
    TIMEOUT_MS,
  );
});

it(
  'reports a page that hides and overwrites the saves of others',
  async () => {
    const bodies = { 'read-saved': { ok: true, result: { revision: 1, result: { changed: [] } } } };
    const { failures } = await trySaves({ runs: 24, seed: 6 }, { overwritesAnything: true, bodies });
    expect(failures.map(({ message }) => message).join('\n')).toContain('a save');
  },
  TIMEOUT_MS,
);
