import { useCallback, useEffect, useRef, useState } from 'react';
import { useCommands } from '../errors/command-errors';

/** Time in milliseconds after which the panel shows a running task. */
export const SHOWN_AFTER_MS = 300;
/** Time in milliseconds after which a running task can be cancelled. */
export const CANCELLABLE_AFTER_MS = 2_000;

export interface RunningTask {
  /** The task's name, such as `Saving the backup`. */
  label: string;
  /** The completed fraction of the task, from 0 to 1; null if unknown. */
  share: number | null;
  /** The number of chats that the task concerns and has done; null if it doesn't count them. */
  chats: { done: number; total: number } | null;
}

/** Abort signal and progress callback of a task, for its work. */
export interface TaskTools {
  /** Aborted by Cancel, and when the component is unmounted. After that, the work must have no effect. */
  signal: AbortSignal;
  /** Reports the completed fraction of the task, from 0 to 1. */
  onShare(share: number): void;
  /** Reports the number of chats that are done, and of all that the task concerns. */
  onChats(chats: { done: number; total: number }): void;
}

export interface TaskControl {
  task: RunningTask | null;
  /** Starts a task, unless one is running. Resolves to true if it succeeds, to false if it fails, is cancelled, or doesn't start. */
  run(label: string, work: (tools: TaskTools) => Promise<unknown>): Promise<boolean>;
  cancel(): void;
}

/** Runs one task at a time and tracks its progress. A failure is shown as the error of a command; a cancelled task shows none. */
export function useTask(): TaskControl {
  const { perform } = useCommands();
  const [task, setTask] = useState<RunningTask | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = useCallback(() => running.current?.abort(), []);
  const run = useCallback<TaskControl['run']>(
    async (label, work) => {
      if (running.current !== null) return false;
      const controller = new AbortController();
      const { signal } = controller;
      running.current = controller;
      setTask({ label, share: null, chats: null });
      const report = (share: number, chats: RunningTask['chats']) =>
        setTask((current) => current && { label, share, chats });
      const tools: TaskTools = {
        signal,
        onShare: (share) => report(share, null),
        onChats: ({ done, total }) => report(done / Math.max(total, 1), { done, total }),
      };
      const isDone = await perform(async () => {
        try {
          // Cancel ends the wait at once, even if the work runs elsewhere, such as in the background.
          await Promise.race([work(tools), aborted(signal)]);
        } catch (error) {
          if (!signal.aborted) throw error;
        }
      });
      running.current = null;
      setTask(null);
      return isDone && !signal.aborted;
    },
    [perform],
  );
  return { task, run, cancel };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
