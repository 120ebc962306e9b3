import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import { joinWithAnd } from '@/src/core/in-words';
import { ForeignText } from '../text/foreign-text';
import { ChoiceGroup } from './choice-group';
import { DifferenceList } from './difference-list';
import type { ManualChangesChoice } from './reversal';

const KEEP_CHOICES = [
  { value: 'keep', label: 'Keep these changes' },
  { value: 'replace', label: 'Roll back these changes too' },
] as const;

const CONFLICT_CHOICES = [
  { value: 'page', label: 'Keep the page’s version' },
  { value: 'checkpoint', label: 'Use the checkpoint’s version' },
] as const;

interface ManualChangesSectionProps {
  preview: RollbackPreview;
  choice: ManualChangesChoice;
  onChoose(choice: ManualChangesChoice): void;
}

/** Changes made on the page since the assistant last saw it, and, if they can be kept, the choice to do so. */
export function ManualChangesSection({
  preview: { changedByHand, changedBy, merge },
  choice,
  onChoose,
}: ManualChangesSectionProps) {
  const conflicts = merge !== null && choice.isKept ? merge.conflicts : [];
  return (
    <div className="by-hand">
      <p>
        <ForeignText text={changedText(changedBy)} />
        {merge === null ? '; the rollback undoes this too:' : ':'}
      </p>
      <DifferenceList differences={changedByHand} />
      {merge !== null && (
        <ChoiceGroup
          legend="What to do with these changes"
          isLegendHidden={true}
          choices={KEEP_CHOICES}
          chosen={choice.isKept ? 'keep' : 'replace'}
          onChoose={(value) => onChoose({ isKept: value === 'keep', keep: null })}
        />
      )}
      {conflicts.length > 0 && (
        <ChoiceGroup
          legend="Conflicts with the rollback:"
          isLegendHidden={false}
          choices={CONFLICT_CHOICES}
          chosen={choice.keep}
          onChoose={(keep) => onChoose({ isKept: true, keep })}
        >
          <ul className="conflicts">
            {conflicts.map((conflict) => (
              <li key={`${conflict.path} ${conflict.page}`}>
                <code>
                  <ForeignText text={conflict.path} />
                </code>
                <span>
                  Page:{' '}
                  <code>
                    <ForeignText text={conflict.page} />
                  </code>
                </span>
                <span>
                  Checkpoint:{' '}
                  <code>
                    <ForeignText text={conflict.checkpoint} />
                  </code>
                </span>
                <DifferenceList differences={conflict.differences} />
              </li>
            ))}
          </ul>
        </ChoiceGroup>
      )}
    </div>
  );
}

function changedText(changedBy: readonly string[]): string {
  return changedBy.length === 0
    ? 'Changed since the assistant last saw the page'
    : `Changed by ${joinWithAnd(changedBy)} since the assistant last saw the page`;
}
