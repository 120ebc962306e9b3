import type { Scheduler } from 'fast-check';

/** Decides what happens next: everything that could happen now waits here, and the scheduler picks. */
export interface Pacer {
  /** Resolves when it is this step's turn. */
  turn(step: string): Promise<void>;
  /** Lets that many steps happen, or fewer if there are no more. */
  release(steps: number): Promise<void>;
  /** Lets things happen until one of this kind has, or nothing is left to happen. */
  releaseUntil(kind: string): Promise<void>;
  /** Lets things happen until nothing is left to happen. */
  releaseAll(): Promise<void>;
  /** Whether nothing is left to happen. */
  isQuiet(): boolean;
}

/** More steps than any sequence of commands can lead to by right. */
const ENDLESS = 20_000;

const NOW = Promise.resolve();

/** `onStep` hears of each step as it happens. */
export function createPacer(scheduler: Scheduler, onStep: (step: string) => void): Pacer {
  let released = 0;
  let last = '';

  async function release(steps: number, until: string | null = null): Promise<void> {
    await leisure();
    last = '';
    for (let step = 0; step < steps && scheduler.count() > 0 && last !== until; step += 1) {
      released += 1;
      if (released > ENDLESS) throw new Error('It goes on for ever.');
      await scheduler.waitOne();
      await leisure();
    }
  }

  return {
    async turn(step) {
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

/** Until everybody who can go on has done so, and unhandled rejections were reported. */
function leisure(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
