import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import { SaidCode, SaidWords } from '@/src/panel/kit/text/said-words';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { type Said, say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import type { ManualChangesChoice } from './reversal';

interface ManualChangesSectionProps {
  preview: RollbackPreview;
  choice: ManualChangesChoice;
  onChoose(choice: ManualChangesChoice): void;
}

/** Changes that others made on the page since the assistant last saw it, with the choice to keep them if that is possible. */
export function ManualChangesSection({
  preview: { changedByHand, changedBy, merge },
  choice,
  onChoose,
}: ManualChangesSectionProps) {
  const conflicts = merge !== null && choice.isKept ? merge.conflicts : [];
  return (
    <div className="by-hand">
      <p>
        <ChangedText changedBy={changedBy} isUndone={merge === null} />
      </p>
      <DifferenceList differences={changedByHand} />
      {merge !== null && (
        <ChoiceGroup
          legend="checkpoints.byOthers.legend"
          isLegendHidden
          choices={{ keep: 'checkpoints.byOthers.keep', replace: 'checkpoints.byOthers.undo' }}
          chosen={choice.isKept ? 'keep' : 'replace'}
          onChoose={(value) => onChoose({ isKept: value === 'keep', keep: null })}
        />
      )}
      {conflicts.length > 0 && (
        <ChoiceGroup
          legend="checkpoints.conflict.legend"
          choices={{
            page: 'checkpoints.conflict.keepPage',
            checkpoint: 'checkpoints.conflict.useCheckpoint',
          }}
          chosen={choice.keep}
          onChoose={(keep) => onChoose({ isKept: true, keep })}
        >
          <ul className="conflicts">
            {conflicts.map((conflict) => (
              <li key={`${conflict.path} ${conflict.page}`}>
                <ForeignCode text={conflict.path} />
                <ValueLine text="checkpoints.conflict.page" value={conflict.page} />
                <ValueLine text="checkpoints.conflict.checkpoint" value={conflict.checkpoint} />
                <DifferenceList differences={conflict.differences} />
              </li>
            ))}
          </ul>
        </ChoiceGroup>
      )}
    </div>
  );
}

interface ValueLineProps {
  /** A text that contains `{value}`. */
  text: `checkpoints.${'conflict.page' | 'conflict.checkpoint' | 'undoBlocker.page' | 'undoBlocker.before'}`;
  value: Said;
}

/** A text in which `{value}` is shown as code. */
export function ValueLine({ text, value }: ValueLineProps) {
  return (
    <span>
      <TextWithElements text={text} elements={{ value: <SaidCode said={value} /> }} />
    </span>
  );
}

/** Names those who changed the page. `isUndone`: true if the rollback undoes these changes, too. */
function ChangedText({ changedBy, isUndone }: { changedBy: readonly Said[]; isUndone: boolean }) {
  if (changedBy.length === 0) {
    return t(isUndone ? 'checkpoints.byOthers.undoneBySomeone' : 'checkpoints.byOthers.bySomeone');
  }
  const text = isUndone ? 'checkpoints.byOthers.undoneBy' : 'checkpoints.byOthers.by';
  return <SaidWords said={say(text, { people: changedBy })} />;
}
