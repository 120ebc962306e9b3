import type { CheckpointEntry } from '@/src/core/records/checkpoint';
import { spellOut } from '@/src/core/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import { formatTime } from '../text/format-time';
import { checkpointRowText } from './checkpoint-row-text';
import './inline-reversal.css';

interface CheckpointMarkerProps {
  checkpoint: CheckpointEntry;
  onOpen(checkpointId: string): void;
}

/** A thin row where a checkpoint was taken; it opens the checkpoints at it. */
export function CheckpointMarker({ checkpoint, onOpen }: CheckpointMarkerProps) {
  const title = spellOut(checkpointRowText(checkpoint).title);
  return (
    <div className="checkpoint-marker">
      <button
        type="button"
        className="quiet meta"
        aria-label={i18n.t('checkpoints.marker.name', { title })}
        title={title}
        onClick={() => onOpen(checkpoint.id)}
      >
        {i18n.t('checkpoints.marker.text', { time: formatTime(checkpoint.createdAtMs) })}
      </button>
    </div>
  );
}
