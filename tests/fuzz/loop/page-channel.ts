import type { Pacer } from './pacer';
import type { PageFaults } from './page-faults';

/** The browser's way into the page: what was sent arrives in order, even if the sender is dead by then. */
export interface PageChannel {
  /** Resolves when what is sent now has arrived and the page's scripts run. */
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
