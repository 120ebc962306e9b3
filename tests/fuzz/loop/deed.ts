import type { AsyncCommand } from 'fast-check';
import type { Spoken } from './spoken';
import type { World } from './world';

/** Something that somebody does, or that happens; it prints as a sentence. */
export type Deed = AsyncCommand<Spoken, World>;

/** A deed that is done at once; what follows from it happens in its own time. */
export function deed(sentence: string, act: (world: World) => unknown): Deed {
  return {
    check: () => true,
    async run(_spoken, world) {
      world.tell(sentence);
      // No two deeds happen within the same millisecond.
      world.pass(1);
      await act(world);
      await world.pacer.release(0);
      world.problems.assertNone();
    },
    toString: () => sentence,
  };
}
