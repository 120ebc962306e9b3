import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import { inLanguage } from '@/src/texts/intl';
import { passesFocusOn } from '../focus';
import { useSlow } from './use-slow';
import { CANCELLABLE_AFTER_MS, type RunningTask, SHOWN_AFTER_MS } from './use-task';
import './task-note.css';

const percent = inLanguage((locales) => new Intl.NumberFormat(locales, { style: 'percent' }));

/** Name and progress of a task, with Cancel if it takes long. Renders nothing visible for a short task. */
export function TaskNote({ task, onCancel }: { task: RunningTask | null; onCancel(): void }) {
  const isLong = useSlow(task !== null, SHOWN_AFTER_MS);
  const isCancellable = useSlow(task !== null, CANCELLABLE_AFTER_MS);
  const isShown = task !== null && isLong;
  return (
    <>
      {/* Always in the document, so that screen readers announce a new text. The text omits the progress, which changes too often. */}
      <span className="visually-hidden" role="status">
        {isShown && t('progress.running', { task: task.label })}
      </span>
      {isShown && <LongTask task={task} onCancel={isCancellable ? onCancel : null} />}
    </>
  );
}

function progressOf({ label: task, share, chats }: RunningTask): string {
  if (chats !== null) return t('progress.chats', { task, ...chats });
  return share === null
    ? t('progress.running', { task })
    : t('progress.share', { task, share: percent().format(share) });
}

function LongTask({ task, onCancel }: { task: RunningTask; onCancel: (() => void) | null }) {
  return (
    <div ref={passesFocusOn} className="task-note">
      <span className="secondary" aria-hidden="true">
        {progressOf(task)}
      </span>
      <progress aria-label={task.label} max={1} {...(task.share === null ? {} : { value: task.share })} />
      {onCancel !== null && <TextButton text="common.cancel" onClick={onCancel} />}
    </div>
  );
}
