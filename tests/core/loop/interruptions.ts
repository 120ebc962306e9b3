import { expect } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { LoopDeps } from '@/src/core/loop/agent-loop';
import type { LoopHarness } from '../../fakes/loop-harness';

type Method = keyof LoopDeps['journal'];

export const FULL = new StewardError('storage', 'The disk is full.', { remedy: 'Make room.' });

/** Makes the journal's next call of this method fail, or the next `times` calls. */
export function failing(h: LoopHarness, method: Method, times: number): void {
  const { journal } = h.deps;
  const whole: unknown = journal[method];
  let left = times;
  Object.assign(journal, {
    async [method]() {
      left -= 1;
      if (left === 0) Object.assign(journal, { [method]: whole });
      throw FULL;
    },
  });
}

/** The worker dies in the journal's next call of this method, before or after it took effect. Resolves when it has died. */
export function diesAt(h: LoopHarness, method: Method, when: 'before' | 'after'): Promise<void> {
  const { journal } = h.deps;
  const whole = journal[method] as (...args: unknown[]) => Promise<unknown>;
  return new Promise((resolve) => {
    Object.assign(journal, {
      async [method](...args: unknown[]) {
        Object.assign(journal, { [method]: whole });
        if (when === 'after') await whole(...args);
        resolve();
        return new Promise(() => undefined);
      },
    });
  });
}

/** Lets `act` lead to a write that the page makes; the worker dies before it gets the answer. */
export async function diesAfterWrite(h: LoopHarness, act: () => Promise<unknown>): Promise<void> {
  h.notes.hooks.afterExecute = () => new Promise(() => {});
  await act();
  await expect.poll(() => h.notes.log.length).toBe(1);
  h.notes.hooks.afterExecute = null;
}

/** Lets `act` lead to a call that the page gets and never carries out. */
export async function diesBeforeWrite(h: LoopHarness, act: () => Promise<unknown>): Promise<void> {
  h.notes.hooks.beforeExecute = () => new Promise(() => {});
  await act();
  await expect.poll(async () => (await h.db.executions.toArray())[0]?.state).toBe('started');
}

/** The worker dies, and the next one recovers the chat's run. Returns the record when that run waits or has ended. */
export async function restartWorker(h: LoopHarness) {
  await h.restart().recover(h.chatId, false);
  return h.settled();
}

/** The same after a restart of the browser. */
export async function restartBrowser(h: LoopHarness) {
  await h.restart().recover(h.chatId, true);
  return h.settled();
}
