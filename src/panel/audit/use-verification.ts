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
): { verification: Verification; verify(): void } {
  const [verification, setVerification] = useState<Verification>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const verify = useCallback(() => {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setVerification({ state: 'running', verified: 0 });
    void perform(async () => {
      try {
        const verdict = await verifyJournal(origin, {
          signal: controller.signal,
          onProgress: (verified) => setVerification({ state: 'running', verified }),
        });
        setVerification({ state: 'done', verdict });
      } catch (error) {
        setVerification({ state: 'none' });
        if (!controller.signal.aborted) throw error;
      } finally {
        running.current = null;
      }
    });
  }, [origin, perform]);
  return { verification, verify };
}
