import type { ChangeProgress } from '@/src/core/records/change-progress';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { SHOWN_AFTER_MS } from '@/src/panel/kit/progress/use-task';
import { t } from '@/src/texts/i18n';
import '../kit/progress/task-note.css';

/** The progress of a call or a reversal, once it takes long. */
export function ProgressNote({ done, total, isHeldUp, isReading }: ChangeProgress) {
  const isLong = useSlow(true, SHOWN_AFTER_MS);
  if (!isLong) return null;
  const changed = isHeldUp ? 'conversation.run.progressHeldUp' : 'conversation.run.progress';
  const text = t(isReading === true ? 'conversation.run.progressRead' : changed, { done, total });
  return (
    <div className="note secondary task-note">
      <span>{text}</span>
      <progress aria-label={text} value={done} max={total} />
    </div>
  );
}
