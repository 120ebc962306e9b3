import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChainVerdict } from '@/src/core/audit/audit-chain';
import type { Perform } from '../errors/use-command-error';
import { verifyJournal } from './verify-journal';

/** State of a verification. */
export type Verification =
  | { state: 'none' }
  /** `verified`: entries verified so far. */
  | { state: 'running'; verified: number }
  | { state: 'done'; verdict: ChainVerdict };

/** Verifies a site's journal, one verification at a time. Unmounting aborts it. */
export function useVerification(
  origin: string,
  perform: Perform,
): { verification: Verification; verify(): void; cancel(): void } {
  const [verification, setVerification] = useState<Verification>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const verify = useCallback(() => {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setVerification({ state: 'running', verified: 0 });
    const settle = (next: Verification) => {
      if (!controller.signal.aborted) setVerification(next);
    };
    void perform(async () => {
      try {
        const verdict = await verifyJournal(origin, {
          signal: controller.signal,
          onProgress: (verified) => settle({ state: 'running', verified }),
        });
        settle({ state: 'done', verdict });
      } catch (error) {
        settle({ state: 'none' });
        if (!controller.signal.aborted) throw error;
      } finally {
        if (running.current === controller) running.current = null;
      }
    });
  }, [origin, perform]);
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setVerification({ state: 'none' });
  }, []);
  return { verification, verify, cancel };
}
