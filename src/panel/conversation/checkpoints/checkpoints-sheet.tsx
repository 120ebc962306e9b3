import { useRef, useState } from 'react';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { Sheet } from '@/src/panel/kit/sheet';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import { i18n } from '@/src/texts/i18n';
import { DEFAULT_CHOICE } from '../reversals/reversal';
import { ReversalPreviewView } from '../reversals/reversal-preview-view';
import { reversalSummary } from '../reversals/reversal-summary';
import { useReversal } from '../reversals/use-reversal';
import { useReversalPreview } from '../reversals/use-reversal-preview';
import { CheckpointPeek } from './checkpoint-peek';
import { checkpointRowText } from './checkpoint-row-text';
import { CheckpointTimeline } from './checkpoint-timeline';

interface CheckpointsSheetProps {
  chatId: string;
  /** Newest first. */
  checkpoints: readonly CheckpointEntry[];
  /** Checkpoints of pages that the chat was bound to before. They are listed, but can't be chosen. */
  elsewhere: readonly CheckpointEntry[];
  /** Initially chosen checkpoint; null or missing for the current state. */
  initialId?: string | null;
  /** Number of older checkpoints that were deleted. */
  deletedCount: number;
  /** Maximum number of checkpoints that the chat keeps. */
  limit: number;
  onClose(): void;
  /** Called after a rollback or undo; `composerText` is the text that it put into the composer, if any. */
  onRolledBack(composerText: string | null): void;
}

const KINDS = [
  { value: 'rollback', label: 'checkpoints.sheet.undoAll' },
  { value: 'undo', label: 'checkpoints.sheet.undoThis' },
] as const;

type Kind = (typeof KINDS)[number]['value'];

/** The preview is delayed, since arrow keys choose each row that they pass. */
const CHOOSING = { delayMs: 120, occasion: null };

/** The chat's checkpoints, each with a preview of a rollback to it or an undo of its changes. */
export function CheckpointsSheet(props: CheckpointsSheetProps) {
  const { chatId, checkpoints, elsewhere, deletedCount, onClose, onRolledBack } = props;
  const [chosenId, setChosenId] = useState<string | null>(props.initialId ?? null);
  const [kind, setKind] = useState<Kind>('rollback');
  const [pointedId, setPointedId] = useState<string | null>(null);
  const { error } = useCommands();
  const target = chosenId === null ? null : { kind, checkpointId: chosenId };
  const source = useReversalPreview(chatId, target, CHOOSING);
  const options = { initialChoice: DEFAULT_CHOICE, onReversed: onRolledBack };
  const reversal = useReversal(chatId, target, source, options);
  const { preview, choice } = reversal;
  const chosen = checkpoints.find(({ id }) => id === chosenId);
  const pointed = pointedId === chosenId ? undefined : checkpoints.find(({ id }) => id === pointedId);

  const actButton = useRef<HTMLButtonElement>(null);
  const canAct = reversal.isReady && !reversal.isActing;
  const retry = () => {
    reversal.retry();
    // The pressed button is removed with the error.
    actButton.current?.focus();
  };

  const choose = (checkpointId: string | null, chosenKind: Kind) => {
    reversal.reset();
    setChosenId(checkpointId);
    setKind(chosenKind);
  };
  return (
    <Sheet title={i18n.t('checkpoints.sheet.title')} onClose={onClose}>
      <div className="sheet-body">
        <CheckpointTimeline
          checkpoints={checkpoints}
          chosenId={chosenId}
          onChoose={(checkpointId) => choose(checkpointId, 'rollback')}
          onPoint={setPointedId}
          preview={
            <>
              {chosen?.reason === 'before-changes' && (
                <ChoiceGroup
                  legend={i18n.t('checkpoints.sheet.kindLegend')}
                  isLegendHidden={true}
                  choices={KINDS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
                  chosen={kind}
                  onChoose={(value) => choose(chosenId, value)}
                />
              )}
              <ReversalPreviewView reversal={reversal} onRetry={retry} />
            </>
          }
        />
        {elsewhere.length > 0 && (
          <section className="secondary">
            <p>{i18n.t('checkpoints.sheet.elsewhere')}</p>
            <ul>
              {elsewhere.map((checkpoint) => (
                <li key={checkpoint.id}>
                  <ForeignText
                    text={`${checkpointRowText(checkpoint).title} · ${checkpoint.page.title} · ${checkpoint.page.origin}`}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        {deletedCount > 0 && (
          <p className="secondary">
            {i18n.t('checkpoints.sheet.deleted', deletedCount, [formatNumber(deletedCount)], {
              limit: formatNumber(props.limit),
            })}
          </p>
        )}
      </div>
      <footer className="sheet-footer">
        {error !== null && (
          <ErrorCard error={error}>
            <button type="button" onClick={retry}>
              {i18n.t('common.tryAgain')}
            </button>
          </ErrorCard>
        )}
        {/* Its minimum height is that of a comparison, so that rows don't move under the pointer. */}
        <div className="checkpoint-effect">
          {pointed === undefined ? (
            <p className="secondary" aria-live="polite">
              {preview === null ? i18n.t('checkpoints.sheet.hint') : reversalSummary(preview, choice)}
            </p>
          ) : (
            <CheckpointPeek
              chatId={chatId}
              checkpointId={pointed.id}
              title={checkpointRowText(pointed).title}
            />
          )}
        </div>
        <div className="button-row">
          {/* Not disabled: the button would lose the focus during the command, and while the preview is requested again. */}
          <button
            ref={actButton}
            type="button"
            className="primary"
            aria-disabled={!canAct}
            onClick={() => canAct && void reversal.act()}
          >
            {i18n.t(kind === 'undo' ? 'common.undo' : 'checkpoints.sheet.rollBack')}
          </button>
          <button type="button" onClick={onClose}>
            {i18n.t('common.cancel')}
          </button>
        </div>
      </footer>
    </Sheet>
  );
}
