import { useCallback, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';

/** Runs a user action; resolves to true on success. An error is shown above the composer. */
export type Perform = (work: () => Promise<unknown>) => Promise<boolean>;

interface CommandErrorControl {
  error: ErrorInfo | null;
  perform: Perform;
  report(error: unknown): void;
  dismiss(): void;
}

/** The newest failed command's error; cleared by the next successful one. */
export function useCommandError(): CommandErrorControl {
  const [error, setError] = useState<ErrorInfo | null>(null);
  const report = useCallback((thrown: unknown) => setError(toErrorInfo(thrown)), []);
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
