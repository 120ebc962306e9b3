import { useCallback, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';

/** Runs a user action; resolves to true on success. An error is shown above the composer. */
export type Perform = (work: () => Promise<unknown>) => Promise<boolean>;

interface CommandErrorControl {
  error: ErrorInfo | null;
  perform: Perform;
  /** Shows an error. The function that it returns takes it back, if it is still the one that is shown. */
  report(error: unknown): () => void;
  dismiss(): void;
}

/** The newest failed command's error; cleared by the next successful one. */
export function useCommandError(): CommandErrorControl {
  const [error, setError] = useState<ErrorInfo | null>(null);
  const report = useCallback((thrown: unknown) => {
    const info = toErrorInfo(thrown);
    setError(info);
    return () => setError((shown) => (shown === info ? null : shown));
  }, []);
  const dismiss = useCallback(() => setError(null), []);
  const perform = useCallback<Perform>(
    async (work) => {
      try {
        await work();
        setError(null);
        return true;
      } catch (thrown) {
        report(thrown);
        return false;
      }
    },
    [report],
  );
  return { error, perform, report, dismiss };
}
