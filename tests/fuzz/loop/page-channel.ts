import type { PageFaults } from './page-faults';
import type { StepScheduler } from './step-scheduler';

/**
 * The browser's messages to the page. They arrive in the order in which they were sent, even if the sender has died.
 */
export interface PageChannel {
  /** Resolves when a request that is sent now has arrived, and the page isn't silent. */
  arrive(step: string): Promise<void>;
}

export function createPageChannel({
  steps,
  faults,
}: {
  steps: StepScheduler;
  faults: PageFaults;
}): PageChannel {
  let last: Promise<void> = Promise.resolve();
  return {
    arrive(step) {
      const earlier = last;
      const turn = steps.awaitTurn(step);
      last = (async () => {
        await turn;
        await earlier;
        await faults.whenResponsive();
      })();
      return last;
    },
  };
}
