import { describe, expect, it, vi } from 'vitest';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { calls, createLoopHarness, type LoopHarness, says, type Turn } from '../../fakes/loop-harness';
import { add, type Call, COUNT, FINISH, PUBLISH } from './made-calls';

const ADD: Call = add('eggs');

/** Steps of a round: the request, and its calls. */
const STEPS_PER_ROUND = 2;

/** Runs a script in a chat that has a run already; returns the number of times that the whole chat was read. */
async function wholeLoads(
  script: (h: () => LoopHarness) => Turn[],
  settings: Partial<ChatSettings>,
): Promise<number> {
  const h: LoopHarness = await createLoopHarness([says('Hi.'), ...script(() => h)], {
    settings,
    hasDryRuns: true,
  });
  await h.send('Hello');
  let loads = 0;
  const { journal } = h.deps;
  const { load, messagesFrom } = journal;
  vi.spyOn(journal, 'load').mockImplementation((chatId) => {
    loads += 1;
    return load(chatId);
  });
  vi.spyOn(journal, 'messagesFrom').mockImplementation((chatId, position) => {
    if (position <= 0) loads += 1;
    return messagesFrom(chatId, position);
  });
  await h.write('Do it');
  await expect.poll(() => h.loop.isBusy(), { timeout: 15_000 }).toBe(false);
  expect(h.requests).toHaveLength(1 + script(() => h).length);
  return loads;
}

const round = (...made: Call[]): Turn[] => [calls(...made), says('Done.')];
const MAY_PUBLISH: Partial<ChatSettings> = { permissions: { publish: 'allow' } };

describe('a run', () => {
  it('loads the whole chat once for each step', async () => {
    const one = await wholeLoads(() => round(COUNT), {});
    const different = Array.from({ length: 6 }, (_, index) => calls(['find_note', { text: `${index}` }]));
    expect((await wholeLoads(() => [...different, says('Done.')], {})) - one).toBe(5 * STEPS_PER_ROUND);
  });

  it.each<[string, Call[], Partial<ChatSettings>]>([
    ['several reads', [COUNT, COUNT], {}],
    ['changes', [ADD, COUNT], {}],
    ['a commit that the policy allows', [PUBLISH], MAY_PUBLISH],
    ['a commit after a change', [ADD, PUBLISH], MAY_PUBLISH],
  ])('loads it as often with %s in a response as with one read', async (_what, made, settings) => {
    expect(await wholeLoads(() => round(...made), settings)).toBe(await wholeLoads(() => round(COUNT), {}));
  });

  it('loads it as often if it tries to end before its plan was decided', async () => {
    const planned = (second: Call): Turn[] => [calls(ADD), calls(second), says('Planned.')];
    const settings = { planMode: true };
    expect(await wholeLoads(() => planned(FINISH), settings)).toBe(
      await wholeLoads(() => planned(COUNT), settings),
    );
  });

  it('loads it as often if the user changes the page meanwhile, and reports the change', async () => {
    let last = '';
    const edited = (h: () => LoopHarness): Turn[] => [
      () => {
        h().notes.editByHand(['milk', 'salt']);
        return calls(COUNT);
      },
      (request) => {
        last = JSON.stringify(request);
        return says('Counted.');
      },
    ];
    expect(await wholeLoads(edited, {})).toBe(await wholeLoads(() => round(COUNT), {}));
    expect(last).toContain('salt');
  });
});
