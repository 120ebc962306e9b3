/** A request that may change the page, or one that only looks. */
export type RequestKind = 'change' | 'look';

/**
 * How an answer of the page goes wrong. `late`: it comes after the caller's limit. `slow`: so does the effect, once the
 * page has recovered. `unreadable`: it can't be parsed.
 */
export type AnswerFault = 'late' | 'slow' | 'unreadable';

/** What is wrong with the page: switched on and off by deeds. */
export interface PageFaults {
  /** The answers to the next requests of a kind go wrong; the page is healthy otherwise. */
  spoil(kind: RequestKind, fault: AnswerFault, times: number): void;
  /** The page handles nothing that it is sent until it recovers. */
  silence(): void;
  /** The page is healthy from now on, and handles what waits for it. */
  recover(): void;
  /** The fault of the next request of a kind; null if it is answered well. */
  take(kind: RequestKind): AnswerFault | null;
  /** Resolves at once, or when the page ends its silence. */
  awake(): Promise<void>;
  /** Resolves when the page recovers. */
  recovered(): Promise<void>;
  /** An answer did not come within its limit. */
  noteMissing(): void;
  /** Faults so far. */
  count(): number;
  /** Whether the page handles nothing. */
  isSilent(): boolean;
  /** Whether the next answer of some kind will go wrong. */
  areAnswersSpoiled(): boolean;
}

/** `onRecovery` hears of it before the page goes on. */
export function createPageFaults(onRecovery: () => void): PageFaults {
  let spoiled: { kind: RequestKind; fault: AnswerFault; times: number }[] = [];
  let isSilent = false;
  let count = 0;
  const waiting: (() => void)[] = [];
  const recovered = () => new Promise<void>((resolve) => void waiting.push(resolve));
  return {
    spoil: (kind, fault, times) => void spoiled.push({ kind, fault, times }),
    silence() {
      isSilent = true;
      count += 1;
    },
    recover() {
      onRecovery();
      isSilent = false;
      spoiled = [];
      for (const wake of waiting.splice(0)) wake();
    },
    take(kind) {
      const next = spoiled.find((entry) => entry.kind === kind);
      if (next === undefined) return null;
      count += 1;
      next.times -= 1;
      spoiled = spoiled.filter(({ times }) => times > 0);
      return next.fault;
    },
    awake: () => (isSilent ? recovered() : Promise.resolve()),
    recovered,
    noteMissing() {
      count += 1;
    },
    count: () => count,
    isSilent: () => isSilent,
    areAnswersSpoiled: () => spoiled.length > 0,
  };
}
