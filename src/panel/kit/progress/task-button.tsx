import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import type { TaskControl, TaskTools } from './use-task';

interface TaskButtonProps {
  tasks: TaskControl;
  labelKey: TextKey;
  /** Name of the task while it is running. */
  running: TextKey;
  work(tools: TaskTools): Promise<unknown>;
}

/**
 * Starts a task. While one is running, a press has no effect. The button isn't disabled then, because it would lose the
 * focus.
 */
export function TaskButton({ tasks, labelKey, running, work }: TaskButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={tasks.task !== null}
      onClick={() => tasks.run(i18n.t(running), work)}
    >
      {i18n.t(labelKey)}
    </button>
  );
}
