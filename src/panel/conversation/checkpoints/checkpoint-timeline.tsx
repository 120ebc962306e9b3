import type { ReactNode } from 'react';
import { useAllToolWords } from '@/src/panel/data/tool-words';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { type Said, say } from '@/src/schema/values/said';
import type { ListedCheckpoint } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { checkpointRowText } from './checkpoint-row-text';
import './timeline.css';

interface CheckpointTimelineProps {
  /** Newest first. */
  checkpoints: readonly ListedCheckpoint[];
  /** Id of the chosen checkpoint; null for the current state. */
  chosenId: string | null;
  onChoose(checkpointId: string | null): void;
  /** Called with the id of the checkpoint under the pointer; null if the pointer is on the current state or leaves. */
  onPoint(checkpointId: string | null): void;
  /** Shown below the chosen checkpoint. */
  preview: ReactNode;
}

/** The states that a rollback can restore, from the current one back to the chat's start. */
export function CheckpointTimeline(props: CheckpointTimelineProps) {
  const { checkpoints, chosenId, onChoose, onPoint, preview } = props;
  const wordsOf = useAllToolWords();
  return (
    <div className="timeline" role="radiogroup" aria-label={t('checkpoints.sheet.states')}>
      <TimelineRow
        title={say('checkpoints.sheet.current')}
        detail={null}
        isChosen={chosenId === null}
        onChoose={() => onChoose(null)}
        onPoint={() => onPoint(null)}
      />
      {checkpoints.map((checkpoint) => (
        <TimelineRow
          key={checkpoint.id}
          {...checkpointRowText(checkpoint, wordsOf)}
          isChosen={chosenId === checkpoint.id}
          onChoose={() => onChoose(checkpoint.id)}
          onPoint={(isPointedAt) => onPoint(isPointedAt ? checkpoint.id : null)}
        >
          {preview}
        </TimelineRow>
      ))}
    </div>
  );
}

interface TimelineRowProps {
  title: Said;
  detail: Said | null;
  isChosen: boolean;
  onChoose(): void;
  onPoint(isPointedAt: boolean): void;
  children?: ReactNode;
}

function TimelineRow({ title, detail, isChosen, onChoose, onPoint, children }: TimelineRowProps) {
  return (
    <div className="timeline-row" data-chosen={isChosen}>
      {/* `onPointerEnter` would also report a row that appears under a resting pointer, e.g. when the sheet opens below a
          click. */}
      <label onPointerMove={() => onPoint(true)} onPointerLeave={() => onPoint(false)}>
        <input type="radio" name="checkpoint" checked={isChosen} onChange={onChoose} />
        <span className="choice-text">
          <span>
            <SaidWords said={title} />
          </span>
          {detail !== null && (
            <span className="secondary">
              <SaidWords said={detail} />
            </span>
          )}
        </span>
      </label>
      {isChosen && <div className="timeline-preview">{children}</div>}
    </div>
  );
}
