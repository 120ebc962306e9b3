import fc, { type AsyncCommand } from 'fast-check';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { Spoken } from './spoken';
import { CHAT_ID, type World } from './world';

/** Something that somebody does, or that happens; it prints as a sentence. */
export interface Deed extends AsyncCommand<Spoken, World> {
  act(world: World): unknown;
}

/** A deed that is done at once; what follows from it happens in its own time. */
export function deed(sentence: string, act: (world: World) => unknown): Deed {
  return {
    check: () => true,
    async run(_spoken, world) {
      world.tell(sentence);
      // No two deeds happen within the same millisecond.
      world.pass(1);
      await world.pacer.release(0);
      await act(world);
      await world.pacer.release(0);
      world.problems.assertNone();
    },
    toString: () => sentence,
    act,
  };
}

/** Two deeds of which the second is done right behind the first. */
export function inOneGo(first: fc.Arbitrary<Deed>, second: fc.Arbitrary<Deed>): fc.Arbitrary<Deed> {
  return fc.tuple(first, second).map(([one, other]) =>
    deed(`${one}; right then: ${other}`, async (world) => {
      await one.act(world);
      await other.act(world);
    }),
  );
}

/** One of the loop's controls is used, behind others of the chat. */
export function control(sentence: string, use: (loop: AgentLoop) => Promise<unknown>): fc.Arbitrary<Deed> {
  return fc.constant(
    deed(sentence, (world) => {
      const { loop, serially } = world.worker();
      void world.attempt(sentence, () => serially(CHAT_ID, () => use(loop)));
    }),
  );
}
