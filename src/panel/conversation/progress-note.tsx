import type { ChangeProgress } from '@/src/core/records/change-progress';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { SHOWN_AFTER_MS } from '@/src/panel/kit/progress/use-task';
import { t } from '@/src/texts/i18n';
import '../kit/progress/task-note.css';

/** The progress of a call or a reversal, once it takes long; null if none is reported. */
export function ProgressNote({ progress }: { progress: ChangeProgress | null }) {
  const isLong = useSlow(progress !== null, SHOWN_AFTER_MS);
  if (progress === null || !isLong) return null;
  const { done, total, isHeldUp, isReading } = progress;
  const changed = isHeldUp ? 'conversation.run.progressHeldUp' : 'conversation.run.progress';
  const text = t(isReading === true ? 'conversation.run.progressRead' : changed, { done, total });
  return (
    <div className="note secondary task-note">
      <span>{text}</span>
      <progress aria-label={text} value={done} max={total} />
    </div>
  );
}
