import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ErrorInfo } from '@/src/schema/error-info';

/** Carries out what the user wants, and keeps the error for the component that shows it. */
export interface Commands {
  /** The newest failed command's error; cleared by the next successful one. */
  error: ErrorInfo | null;
  /**
   * Runs a user action; resolves to true on success.
   *
   * @param owner the chat that the work belongs to; missing for the one that is shown
   */
  perform(work: () => Promise<unknown>, owner?: string): Promise<boolean>;
  /** Shows an error of no chat. The function that it returns takes it back, if it is still the one that is shown. */
  report(error: unknown): () => void;
  dismiss(): void;
}

const Nearest = createContext<Commands | null>(null);

/** The commands of the nearest {@link CommandErrors}. Throws outside of one, where no error would be shown. */
export function useCommands(): Commands {
  const commands = useContext(Nearest);
  if (commands === null) throw new Error('No component above shows the errors of commands.');
  return commands;
}

interface CommandErrorsProps {
  /**
   * The chat that is shown, where there are several. Each has an error of its own: that of the work that began while the chat was
   * shown. What belongs to no chat is shown everywhere.
   */
  chatId?: string | null;
  /** One of them shows the error. */
  children: ReactNode;
}

/** Keeps the error of the commands of what is in it. */
export function CommandErrors({ chatId, children }: CommandErrorsProps) {
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
  const dismiss = useCallback(() => void put(shown, null), [put, shown]);
  // No error has been put there yet.
  const error = errors[''] ?? errors[shown] ?? null;
  const commands = useMemo(() => ({ error, perform, report, dismiss }), [error, perform, report, dismiss]);
  return <Nearest value={commands}>{children}</Nearest>;
}
