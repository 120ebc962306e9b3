import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createTimerQueue, type QueuedTimer } from './timer-queue';

/** The part of jsdom that is used in memory; the package has no types. */
interface JsdomModule {
  JSDOM: new (
    html: string,
    options: {
      url?: string;
      pretendToBeVisual?: boolean;
      runScripts?: 'dangerously';
      beforeParse?(window: object): void;
    },
  ) => { window: typeof globalThis.window & typeof globalThis };
}

export function loadJsdom(): JsdomModule {
  return createRequire(join(process.cwd(), 'package.json'))('jsdom') as JsdomModule;
}

/** A document in memory in place of a browser's, with timers that run only when a test advances the time. */
export interface DocumentInMemory {
  /** Advances the time, and runs the timers that are due. */
  pass(ms: number): Promise<void>;
  /** Lets pending promises and React's work finish, without advancing the time. */
  settle(): Promise<void>;
  nowMs(): number;
  /** Restores the previous globals. */
  remove(): void;
}

/** Turns of the event loop in which React renders and runs its effects. */
const TURNS = 4;

const GLOBALS = [
  ...(['window', 'document', 'navigator', 'HTMLElement', 'HTMLIFrameElement', 'Event'] as const),
  // jsdom's `addEventListener` accepts only signals of its own window.
  'AbortController',
] as const;

/**
 * Installs `window` and `document` in memory, and timers that wait for {@link DocumentInMemory.pass}. React
 * inspects these globals when it is loaded, so import it after this call.
 */
export function installDocument(): DocumentInMemory {
  const { JSDOM } = loadJsdom();
  const dom = new JSDOM('<!doctype html><body></body>', { pretendToBeVisual: true });
  const before = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of GLOBALS) {
    const value: unknown = name === 'window' ? dom.window : dom.window[name];
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  let nowMs = 0;
  let ids = 0;
  const queue = createTimerQueue();
  const timers = new Map<number, QueuedTimer>();
  Object.assign(globalThis, {
    setTimeout(work: () => void, delayMs = 0) {
      ids += 1;
      const id = ids;
      const timer = {
        dueAtMs: nowMs + delayMs,
        run() {
          timers.delete(id);
          work();
        },
      };
      timers.set(id, timer);
      queue.add(timer);
      return id;
    },
    clearTimeout(id: number) {
      const timer = timers.get(id);
      if (timer !== undefined) queue.remove(timer);
      timers.delete(id);
    },
  });

  async function settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    settle,
    nowMs: () => nowMs,
    async pass(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = queue.takeNext(untilMs);
        if (next === undefined) break;
        nowMs = Math.max(nowMs, next.dueAtMs);
        next.run();
        await settle();
      }
      nowMs = untilMs;
    },
    remove() {
      Object.assign(globalThis, real);
      for (const [name, descriptor] of before) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
      dom.window.close();
    },
  };
}
