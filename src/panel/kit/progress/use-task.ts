import { useCallback, useEffect, useRef, useState } from 'react';
import { useCommands } from '../errors/command-errors';

/** Time after which the panel says what it is doing, and time after which it can be cancelled, in milliseconds. */
export const SHOWN_AFTER_MS = 300;
export const CANCELLABLE_AFTER_MS = 2_000;

/** A task that is running, as it is shown. */
export interface RunningTask {
  /** Its name, such as `Saving the backup`. */
  label: string;
  /** The completed fraction of the task, from 0 to 1; null if unknown. */
  share: number | null;
}

/** The means of a task's work. */
export interface TaskTools {
  /** Aborted by Cancel, and when the component is gone. The work must have no effect afterwards. */
  signal: AbortSignal;
  /** Reports the part that is done, from 0 to 1. */
  onShare(share: number): void;
}

export interface TaskControl {
  /** The running task; null if there is none. */
  task: RunningTask | null;
  /** Starts a task, unless one is running. Resolves to true once it succeeded, to false if it failed or was cancelled. */
  run(label: string, work: (tools: TaskTools) => Promise<unknown>): Promise<boolean>;
  cancel(): void;
}

/** Runs one task at a time, with its progress. An error is shown as that of a command; after Cancel there is none. */
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
      setTask({ label, share: null });
      const onShare = (share: number) => setTask((current) => current && { label, share });
      const isDone = await perform(async () => {
        try {
          // Cancel ends the wait at once, also for work that is somewhere else, such as in the background.
          await Promise.race([work({ signal, onShare }), aborted(signal)]);
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

/** Rejects when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
