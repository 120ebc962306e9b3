/** `change`: a request that may change the page. `read`: one that only reads. */
export type RequestKind = 'change' | 'read';

/**
 * A fault in an answer of the page. `late`: it comes after the caller's limit. `slow`: so does the effect, once the page
 * has recovered. `unreadable`: it can't be parsed.
 */
export type AnswerFault = 'late' | 'slow' | 'unreadable';

/** The page's faults. Actions switch them on and off. */
export interface PageFaults {
  /** Gives the answers to the next requests of a kind a fault. */
  injectFault(kind: RequestKind, fault: AnswerFault, times: number): void;
  /** The page handles no request until it recovers. */
  silence(): void;
  /** Ends all faults; the page then handles the pending requests. */
  recover(): void;
  /** Consumes the fault of the next request of a kind; null if there is none. */
  take(kind: RequestKind): AnswerFault | null;
  /** Resolves at once, or on recovery if the page is silent. */
  whenResponsive(): Promise<void>;
  /** Resolves on the next recovery. */
  recovered(): Promise<void>;
  /** Counts an answer that missed its limit. */
  countMissedAnswer(): void;
  /** Number of faults so far. */
  count(): number;
  /** True while the page handles no request. */
  isSilent(): boolean;
  /** True while the next answer of some kind has a fault. */
  hasAnswerFault(): boolean;
}

/** `onRecovery` is called before the page handles the pending requests. */
export function createPageFaults(onRecovery: () => void): PageFaults {
  let answerFaults: { kind: RequestKind; fault: AnswerFault; times: number }[] = [];
  let isSilent = false;
  let count = 0;
  const waiting: (() => void)[] = [];
  const recovered = () => new Promise<void>((resolve) => void waiting.push(resolve));
  return {
    injectFault: (kind, fault, times) => void answerFaults.push({ kind, fault, times }),
    silence() {
      isSilent = true;
      count += 1;
    },
    recover() {
      onRecovery();
      isSilent = false;
      answerFaults = [];
      for (const wake of waiting.splice(0)) wake();
    },
    take(kind) {
      const next = answerFaults.find((entry) => entry.kind === kind);
      if (next === undefined) return null;
      count += 1;
      next.times -= 1;
      answerFaults = answerFaults.filter(({ times }) => times > 0);
      return next.fault;
    },
    whenResponsive: () => (isSilent ? recovered() : Promise.resolve()),
    recovered,
    countMissedAnswer() {
      count += 1;
    },
    count: () => count,
    isSilent: () => isSilent,
    hasAnswerFault: () => answerFaults.length > 0,
  };
}
