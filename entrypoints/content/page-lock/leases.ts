import type { LockWords } from '@/src/messages/page';

/** Someone's right to keep hands off the page, until it ends. */
export interface Lease extends LockWords {
  readonly id: string;
}

/** The leases that are held on this page: one for each run that works on it. */
export interface Leases {
  /** Takes a lease, or renews it: it ends `leaseMs` from now. */
  acquire(leaseId: string, leaseMs: number, words: LockWords): void;
  release(leaseId: string): void;
  /** The lease that was taken last; renewing changes nothing of that. Null if none is held. */
  newest(): Lease | null;
}

/** `onChange`: called whenever a lease is taken, renewed, released, or has ended by itself. */
export function createLeases(onChange: () => void): Leases {
  const held = new Map<string, { lease: Lease; timer: ReturnType<typeof setTimeout> }>();

  function release(leaseId: string): void {
    clearTimeout(held.get(leaseId)?.timer);
    if (held.delete(leaseId)) onChange();
  }

  return {
    acquire(leaseId, leaseMs, words) {
      clearTimeout(held.get(leaseId)?.timer);
      const timer = setTimeout(() => release(leaseId), leaseMs);
      held.set(leaseId, { lease: { id: leaseId, ...words }, timer });
      onChange();
    },
    release,
    newest: () => [...held.values()].at(-1)?.lease ?? null,
  };
}
