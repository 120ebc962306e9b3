import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ErrorInfo } from '@/src/schema/error-info';

/** Runs user actions, and keeps the error for the component that shows it. */
export interface Commands {
  /** Error of the last failed command; null after the next command that succeeds. */
  error: ErrorInfo | null;
  /**
   * Runs a user action; resolves to true if it succeeds.
   *
   * @param owner the chat that the work belongs to; missing for the shown chat
   */
  perform(work: () => Promise<unknown>, owner?: string): Promise<boolean>;
  /** Shows an error that belongs to no chat. The returned function removes the error if it is still shown. */
  report(error: unknown): () => void;
  dismiss(): void;
}

const Nearest = createContext<Commands | null>(null);

/** The commands of the nearest {@link CommandErrors} above. Throws if there is none, since no error would be shown. */
export function useCommands(): Commands {
  const commands = useContext(Nearest);
  if (commands === null) throw new Error('No component above shows the errors of commands.');
  return commands;
}

interface CommandErrorsProps {
  /**
   * The shown chat, in a place that shows different chats. Each chat then has its own error, from work that began while the chat was shown.
   * An error of no chat is shown with every chat.
   */
  chatId?: string | null;
  /** The components that run commands. One of them shows the error. */
  children: ReactNode;
}

/** Keeps the error of the commands that the components inside run. */
export function CommandErrors({ chatId, children }: CommandErrorsProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, ErrorInfo | null>>>({});
  // The empty name stands for errors of no chat.
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
      // Work without an owner belongs to the shown chat.
      put(owner ?? shown, info);
      return info === null;
    },
    [put, shown],
  );
  const dismiss = useCallback(() => void put(shown, null), [put, shown]);
  // Before its first command, a chat has no entry.
  const error = errors[''] ?? errors[shown] ?? null;
  const commands = useMemo(() => ({ error, perform, report, dismiss }), [error, perform, report, dismiss]);
  return <Nearest value={commands}>{children}</Nearest>;
}
