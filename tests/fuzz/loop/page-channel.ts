import type { Pacer } from './step-scheduler';
import type { PageFaults } from './page-faults';

/**
 * The browser's messages to the page. They arrive in the order in which they were sent, even if the sender has died.
 */
export interface PageChannel {
  /** Resolves when a request that is sent now has arrived, and the page isn't silent. */
  arrive(step: string): Promise<void>;
}

export function createPageChannel({ pacer, faults }: { pacer: Pacer; faults: PageFaults }): PageChannel {
  let last: Promise<void> = Promise.resolve();
  return {
    arrive(step) {
      const earlier = last;
      const turn = pacer.turn(step);
      last = (async () => {
        await turn;
        await earlier;
        await faults.awake();
      })();
      return last;
    },
  };
}
