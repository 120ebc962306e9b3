import { useCallback, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ErrorInfo } from '@/src/schema/error-info';

/** Runs a user action; resolves to true on success. An error is shown above the composer. */
export type Perform = (work: () => Promise<unknown>) => Promise<boolean>;

interface CommandErrorControl {
  error: ErrorInfo | null;
  /** `owner`: the chat that the work belongs to; missing for the one that is shown. */
  perform(work: () => Promise<unknown>, owner?: string): Promise<boolean>;
  /** Shows an error of no chat. The function that it returns takes it back, if it is still the one that is shown. */
  report(error: unknown): () => void;
  dismiss(): void;
}

/**
 * The newest failed command's error; cleared by the next successful one.
 *
 * @param chatId the chat that is shown, where there are several. Each has an error of its own: that of the work that began while
 * the chat was shown. What belongs to no chat is shown everywhere.
 */
export function useCommandError(chatId?: string | null): CommandErrorControl {
  const [errors, setErrors] = useState<Readonly<Record<string, ErrorInfo | null>>>({});
  // The place of what belongs to no chat.
  const shown = chatId ?? '';
  const put = useCallback((place: string, info: ErrorInfo | null) => {
    setErrors((current) => ({ ...current, '': null, [place]: info }));
    return () => setErrors((current) => (current[place] === info ? { ...current, [place]: null } : current));
  }, []);
  const report = useCallback((thrown: unknown) => put('', toErrorInfo(thrown)), [put]);
  const perform = useCallback(
    async (work: () => Promise<unknown>, owner?: string) => {
      let info: ErrorInfo | null = null;
      try {
        await work();
      } catch (thrown) {
        info = toErrorInfo(thrown);
      }
      // What doesn't say whose it is belongs to the chat shown.
      put(owner ?? shown, info);
      return info === null;
    },
    [put, shown],
  );
  // No error has been put there yet.
  return { error: errors[''] ?? errors[shown] ?? null, perform, report, dismiss: () => put(shown, null) };
}
