import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import { inWords } from '@/src/core/in-words';
import { ForeignText } from '../text/foreign-text';
import { ChoiceGroup } from './choice-group';
import { DifferenceList } from './difference-list';
import type { ManualChangesChoice } from './reversal';

const KEEP_OR_NOT = [
  { value: 'keep', label: 'Keep these changes' },
  { value: 'replace', label: 'Put everything back' },
] as const;

const WHOSE_FORM = [
  { value: 'page', label: 'Keep the page’s form' },
  { value: 'checkpoint', label: 'Take the checkpoint’s form' },
] as const;

interface ManualChangesSectionProps {
  preview: RollbackPreview;
  choice: ManualChangesChoice;
  onChoose(choice: ManualChangesChoice): void;
}

/** What was changed on the page since Steward last knew it, and, where it can be kept, what is to become of it. */
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
        {merge === null ? '; this goes back as well:' : ':'}
      </p>
      <DifferenceList differences={changedByHand} />
      {merge !== null && (
        <ChoiceGroup
          legend="What to do with these changes"
          isLegendHidden={true}
          choices={KEEP_OR_NOT}
          chosen={choice.isKept ? 'keep' : 'replace'}
          onChoose={(value) => onChoose({ isKept: value === 'keep', keep: null })}
        />
      )}
      {conflicts.length > 0 && (
        <ChoiceGroup
          legend="Here the rollback would change the same:"
          isLegendHidden={false}
          choices={WHOSE_FORM}
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
    : `Changed by ${inWords(changedBy)} since the assistant last saw the page`;
}
