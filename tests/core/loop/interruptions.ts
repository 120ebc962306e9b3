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

/** Calls `act` before or after the journal's next call of this method takes effect; the first for which `act` doesn't return false counts. */
export function atNext<Called extends Method>(
  h: LoopHarness,
  method: Called,
  when: 'before' | 'after',
  act: (...args: Parameters<LoopDeps['journal'][Called]>) => unknown,
): void {
  const { journal } = h.deps;
  const whole = journal[method] as (...args: unknown[]) => Promise<unknown>;
  let isOver = false;
  const once = async (args: unknown[]) => {
    if (isOver) return;
    isOver = true;
    isOver = (await act(...(args as Parameters<LoopDeps['journal'][Called]>))) !== false;
  };
  Object.assign(journal, {
    async [method](...args: unknown[]) {
      if (when === 'before') await once(args);
      const result = await whole(...args);
      if (when === 'after') await once(args);
      return result;
    },
  });
}

/** Calls `act` once, before or after the page's next call. */
export function atNextCall(h: LoopHarness, when: 'beforeExecute' | 'afterExecute', act: () => unknown): void {
  h.notes.hooks[when] = async () => {
    h.notes.hooks[when] = null;
    await act();
  };
}

/**
 * The worker dies in the journal's next call of this method, or in a later one (`time`: 1 for the next), before or after it took effect.
 * Resolves when it has died.
 */
export function diesAt(h: LoopHarness, method: Method, when: 'before' | 'after', time = 1): Promise<void> {
  const { journal } = h.deps;
  const whole = journal[method];
  let left = time;
  return new Promise((resolve) => {
    atNext(h, method, when, () => {
      left -= 1;
      if (left > 0) return false;
      Object.assign(journal, { [method]: whole });
      resolve();
      return new Promise(() => undefined);
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

/** The page of a call becomes unreachable; the call gets no answer. */
export function losePage(h: LoopHarness): never {
  h.notes.close();
  throw new StewardError('page-gone', 'The page was closed.', { remedy: 'Open it.' });
}
