import type { Scheduler } from 'fast-check';

/** Orders the steps of a case: each step that could happen now waits here until the scheduler picks it. */
export interface StepScheduler {
  /** Resolves when it is this step's turn. */
  awaitTurn(step: string): Promise<void>;
  /** Runs that many steps, or fewer if no more are pending. */
  release(steps: number): Promise<void>;
  /** Runs steps until one of this kind has run, or none is pending. */
  releaseUntil(kind: string): Promise<void>;
  /** Runs steps until none is pending. */
  releaseAll(): Promise<void>;
  /** True if no step is pending. */
  isQuiet(): boolean;
}

/** More steps than any correct case takes. */
const MAX_STEPS = 20_000;

const NOW = Promise.resolve();

/** `onStep` is called with each step as it runs. */
export function createStepScheduler(scheduler: Scheduler, onStep: (step: string) => void): StepScheduler {
  let released = 0;
  let last = '';

  async function release(steps: number, until: string | null = null): Promise<void> {
    await drained();
    last = '';
    for (let step = 0; step < steps && scheduler.count() > 0 && last !== until; step += 1) {
      released += 1;
      if (released > MAX_STEPS) throw new Error(`The case doesn’t end within ${MAX_STEPS} steps.`);
      await scheduler.waitOne();
      await drained();
    }
  }

  return {
    async awaitTurn(step) {
      await scheduler.schedule(NOW, step);
      last = step;
      onStep(step);
    },
    release: (steps) => release(steps),
    releaseUntil: (kind) => release(Infinity, kind),
    releaseAll: () => release(Infinity),
    isQuiet: () => scheduler.count() === 0,
  };
}

/** Lets all settled promises run their continuations, and unhandled rejections be reported. */
function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
