import type { LockWords } from '@/src/messages/page';

/** A run's lease on the page lock, until it expires. */
export interface Lease extends LockWords {
  readonly id: string;
}

/** The active leases on this page, one for each run that works on it. */
export interface Leases {
  /** Acquires or renews a lease; it expires `leaseMs` from now. */
  acquire(leaseId: string, leaseMs: number, words: LockWords): void;
  release(leaseId: string): void;
  releaseAll(): void;
  /** The lease acquired last, regardless of renewals; null if there is none. */
  newest(): Lease | null;
}

/** `onChange` is called whenever a lease is acquired, renewed, released or expired. */
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
    releaseAll: () => [...held.keys()].forEach(release),
    newest: () => [...held.values()].at(-1)?.lease ?? null,
  };
}
