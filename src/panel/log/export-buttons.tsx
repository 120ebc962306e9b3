import { saveBlob } from '@/src/panel/kit/progress/save-file';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import { TextButton } from '@/src/panel/kit/text-button';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import type { ExportedFile } from './log-file';

interface Export {
  labelKey: TextKey;
  /** Creates the file's content; rejects if that fails. */
  make(nowMs: number): Promise<ExportedFile>;
}

/** A button for each export. Only one export runs at a time. */
export function ExportButtons({ exports }: { exports: readonly Export[] }) {
  const tasks = useTask();
  return (
    <>
      <div className="button-row">
        {exports.map(({ labelKey, make }) => (
          <TextButton
            key={labelKey}
            text={labelKey}
            // Only `aria-disabled` while an export runs: a disabled button would lose the focus.
            aria-disabled={tasks.task !== null}
            onClick={() =>
              tasks.run(t('log.export.running'), async ({ signal }) => {
                const { name, mediaType, content } = await make(Date.now());
                signal.throwIfAborted();
                saveBlob(name, new Blob([content], { type: mediaType }));
              })
            }
          />
        ))}
      </div>
      <TaskNote task={tasks.task} onCancel={tasks.cancel} />
    </>
  );
}
