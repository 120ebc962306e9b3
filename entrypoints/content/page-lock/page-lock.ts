import type { PageRequest } from '@/src/messages/page';
import { createInputBlocker } from './block-input';
import { createLeases } from './leases';
import { createLockBar } from './lock-bar';

/** Blocks user input on this page while at least one lease is active. */
export interface PageLock {
  lock(request: Extract<PageRequest, { type: 'lock' }>): void;
  unlock(leaseId: string): void;
  /** Ends all leases. */
  end(): void;
  /** Runs a change by Steward; events that follow from it are not treated as user input. */
  runOwnAction<Value>(work: () => Promise<Value>): Promise<Value>;
}

export interface PageLockDeps {
  view: Window;
  /** True for events that the browser dispatched (`isTrusted`). */
  isTrusted: (event: Event) => boolean;
  /** Notifies the background that the user clicked Stop. */
  requestStop: (leaseId: string) => void;
  /** Called whenever a lease begins, is renewed, or ends; false once there is none. */
  onLeases: (isLocked: boolean) => void;
}

export function createPageLock({ view, isTrusted, requestStop, onLeases }: PageLockDeps): PageLock {
  let ownActions = 0;
  /** The lease for which Stop was clicked, until the background renews or releases it. */
  let stoppedId: string | null = null;

  const leases = createLeases(update);
  const bar = createLockBar({ document: view.document, isTrusted, onStop: stop });
  const inputBlocker = createInputBlocker({
    view,
    isTrusted,
    isOwn: bar.isOwn,
    isActing: () => ownActions > 0,
    onBlocked: bar.explain,
  });

  function update(): void {
    const newest = leases.newest();
    onLeases(newest !== null);
    if (newest === null) {
      inputBlocker.end();
      bar.hide();
      return;
    }
    inputBlocker.begin();
    bar.show(newest.id === stoppedId ? { ...newest, text: newest.stopping, canStop: false } : newest);
  }

  function stop(): void {
    const newest = leases.newest();
    if (newest === null) return;
    stoppedId = newest.id;
    update();
    requestStop(newest.id);
  }

  return {
    lock({ leaseId, leaseMs, ...words }) {
      if (leaseId === stoppedId) stoppedId = null;
      leases.acquire(leaseId, leaseMs, words);
    },
    unlock: leases.release,
    end: leases.releaseAll,
    async runOwnAction(work) {
      ownActions += 1;
      try {
        return await work();
      } finally {
        ownActions -= 1;
      }
    },
  };
}
