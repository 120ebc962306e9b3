import { useEffect, useRef, useState } from 'react';
import { changeCount } from '@/src/core/checkpoints/can-undo';
import { useAllToolWords } from '@/src/panel/data/tool-words';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { kindsOf } from '@/src/panel/kit/differences/kinds';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { SheetFrame } from '@/src/panel/kit/sheet';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { Paragraph, SecondarySaid, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStable } from '@/src/panel/kit/use-stable';
import type { StateDifference } from '@/src/schema/change';
import type { Chat } from '@/src/schema/chat';
import { type Said, say } from '@/src/schema/values/said';
import type { ListedCheckpoint } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { ProgressNote } from '../progress-note';
import { type PreviewState, shownDifferences } from '../reversals/reversal';
import { ReversalPreviewView } from '../reversals/reversal-preview-view';
import { reversalSummary } from '../reversals/reversal-summary';
import { useReversal } from '../reversals/use-reversal';
import { useReversalPreview } from '../reversals/use-reversal-preview';
import { checkpointText } from './checkpoint-row-text';
import { CheckpointTimeline } from './checkpoint-timeline';

/** Time in milliseconds that the pointer stays on a row before its checkpoint is compared with the page. */
const PEEK_DELAY_MS = 200;

export interface CheckpointsSheetProps {
  chat: Chat;
  /** Newest first. */
  checkpoints: readonly ListedCheckpoint[];
  /** Checkpoints of pages that the chat was bound to before. They are listed, but can't be chosen. */
  elsewhere: readonly ListedCheckpoint[];
  /** Initially chosen checkpoint; null or missing for the current state. */
  initialId?: string | null;
  /** Number of older checkpoints that were deleted. */
  deletedCount: number;
  onClose(): void;
  /** Called after a rollback or undo, with the text that it moved to the composer; null if it moved none. */
  onRolledBack(composerText: string | null): void;
}

/** Arrow keys choose each row that they pass: the delay keeps these rows from being previewed. */
const CHOOSING = { delayMs: 120, occasion: null };

/** The chat's checkpoints, each with a preview of a rollback to it or an undo of its changes. */
export function CheckpointsSheet(props: CheckpointsSheetProps) {
  const { chat, checkpoints, elsewhere, deletedCount, onClose, onRolledBack } = props;
  const { id: chatId, settings } = chat;
  const wordsOf = useAllToolWords();
  const [chosenId, setChosenId] = useState<string | null>(props.initialId ?? null);
  const [kind, setKind] = useState<'rollback' | 'undo'>('rollback');
  const [pointedId, setPointedId] = useState<string | null>(null);
  const { error } = useCommands();
  const target = chosenId === null ? null : { kind, checkpointId: chosenId };
  const source = useReversalPreview(chatId, target, CHOOSING);
  const options = { onReversed: onRolledBack };
  const reversal = useReversal(chatId, target, source, options);
  const { preview, choice } = reversal;
  const chosen = checkpoints.find(({ id }) => id === chosenId);
  const pointed = pointedId === chosenId ? undefined : checkpoints.find(({ id }) => id === pointedId);

  const actButton = useRef<HTMLButtonElement>(null);
  const canAct = reversal.isReady && !reversal.isActing;
  const retry = () => {
    reversal.retry();
    // Retry is removed together with the error, and would lose the focus.
    actButton.current?.focus();
  };

  const choose = (checkpointId: string | null, chosenKind: typeof kind) => {
    reversal.reset();
    setChosenId(checkpointId);
    setKind(chosenKind);
  };
  // The chosen checkpoint is gone: it was used by a rollback of another panel, or of this one whose command got no reply.
  const isUsed = chosenId !== null && chosen === undefined && !reversal.isActing;
  const forget = useStable(() => choose(null, 'rollback'));
  useEffect(() => {
    if (isUsed) forget();
  }, [isUsed, forget]);
  return (
    <SheetFrame title={t('checkpoints.sheet.title')} onClose={onClose}>
      <div className="sheet-body">
        <CheckpointTimeline
          checkpoints={checkpoints}
          chosenId={chosenId}
          onChoose={(checkpointId) => choose(checkpointId, 'rollback')}
          onPoint={setPointedId}
          preview={<ReversalPreviewView reversal={reversal} onRetry={retry} />}
        />
        <Elsewhere checkpoints={elsewhere} />
        {deletedCount > 0 && (
          <p className="secondary">
            {t('checkpoints.sheet.deleted', {
              count: deletedCount,
              limit: settings.checkpointLimit,
            })}
          </p>
        )}
      </div>
      <footer className="sheet-footer">
        <RetryableError error={error} onRetry={retry} />
        {/* Its minimum height is that of the comparison, so that rows don't move under the pointer. */}
        <div className="checkpoint-effect">
          {pointed === undefined ? (
            <p className="secondary" aria-live="polite">
              <SaidWords
                said={preview === null ? say('checkpoints.sheet.hint') : reversalSummary(preview, choice)}
              />
            </p>
          ) : (
            <CheckpointPeek
              chatId={chatId}
              checkpointId={pointed.id}
              title={checkpointText(pointed, wordsOf)}
            />
          )}
        </div>
        <ProgressNote progress={reversal.progress} />
        <div className="button-row">
          {/* Only `aria-disabled`: a disabled button would lose the focus during the command, and while the preview is requested again. */}
          <button
            ref={actButton}
            type="button"
            className="primary"
            aria-disabled={!canAct}
            onClick={() => canAct && void reversal.act()}
          >
            {chosen !== undefined && kind === 'undo'
              ? t('checkpoints.undo.confirm', { count: changeCount(chosen) })
              : t('checkpoints.sheet.rollBack')}
          </button>
          {/* Switches the preview between rollback and undo. The primary button then carries out that kind. */}
          {chosen?.reason === 'before-changes' && (
            <TextButton
              text={kind === 'undo' ? 'checkpoints.sheet.undoAll' : 'checkpoints.sheet.undoThis'}
              onClick={() => choose(chosenId, kind === 'undo' ? 'rollback' : 'undo')}
            />
          )}
          <TextButton text="common.cancel" onClick={onClose} />
        </div>
      </footer>
    </SheetFrame>
  );
}

function Elsewhere({ checkpoints }: Pick<CheckpointsSheetProps, 'checkpoints'>) {
  const wordsOf = useAllToolWords();
  return (
    checkpoints.length > 0 && (
      <section className="secondary">
        <Paragraph text="checkpoints.sheet.elsewhere" />
        <ul>
          {checkpoints.map((checkpoint) => (
            <li key={checkpoint.id}>
              <SaidWords said={checkpointText(checkpoint, wordsOf)} /> ·{' '}
              <ForeignText text={checkpoint.page.title} /> · {checkpoint.page.origin}
            </li>
          ))}
        </ul>
      </section>
    )
  );
}

interface CheckpointPeekProps {
  chatId: string;
  /** The checkpoint of the row that the pointer is on. */
  checkpointId: string;
  title: Said;
}

/** Compares the page with the checkpoint under the pointer, even if another checkpoint is chosen. */
function CheckpointPeek({ chatId, checkpointId, title }: CheckpointPeekProps) {
  const target = { kind: 'rollback', checkpointId } as const;
  const { previewState } = useReversalPreview(chatId, target, { delayMs: PEEK_DELAY_MS, occasion: null });
  return (
    <div className="checkpoint-peek">
      <p className="meta">
        <SaidWords said={title} />
      </p>
      <PeekContent previewState={previewState} />
    </div>
  );
}

function PeekContent({ previewState }: { previewState: PreviewState }) {
  if (previewState.state === 'failed') return <SecondarySaid said={previewState.error.message} />;
  if (previewState.state !== 'ready') return <SecondaryText text="checkpoints.compare.loading" />;
  const differences = shownDifferences(previewState.preview, { isKept: false, keep: null });
  return (
    <>
      <p className="secondary">{differenceCounts(differences)}</p>
      <DifferenceList differences={differences} />
    </>
  );
}

/** Numbers of differences by kind, e.g. `Compared with now: 2 added and 1 removed`. */
function differenceCounts(differences: readonly StateDifference[]): string {
  return differences.length === 0
    ? t('checkpoints.compare.same')
    : t('checkpoints.compare.differences', { differences: kindsOf(differences) });
}
