import { saveBlob } from '@/src/panel/kit/progress/save-file';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import { TextButton } from '@/src/panel/kit/text-button';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import type { TaskControl, TaskTools } from '../kit/progress/use-task';

interface Export {
  labelKey: TextKey;
  /** Creates the file's content; rejects if that fails. */
  make(nowMs: number): Promise<{ name: string; mediaType: string; content: BlobPart }>;
}

/** One button for each export. One export runs at a time. */
export function ExportButtons({ exports }: { exports: readonly Export[] }) {
  const tasks = useTask();
  return (
    <>
      <div className="button-row">
        {exports.map(({ labelKey, make }) => (
          <TaskButton
            key={labelKey}
            tasks={tasks}
            labelKey={labelKey}
            running="log.export.running"
            work={async ({ signal }) => {
              const { name, mediaType, content } = await make(Date.now());
              signal.throwIfAborted();
              saveBlob(name, new Blob([content], { type: mediaType }));
            }}
          />
        ))}
      </div>
      <TaskNote task={tasks.task} onCancel={tasks.cancel} />
    </>
  );
}

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
function TaskButton({ tasks, labelKey, running, work }: TaskButtonProps) {
  return (
    <TextButton
      text={labelKey}
      aria-disabled={tasks.task !== null}
      onClick={() => tasks.run(i18n.t(running), work)}
    />
  );
}
