import { assertNever } from '@/src/core/assert-never';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { KIND_COUNTS } from '@/src/panel/kit/differences/kind-words';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { StateDifference } from '@/src/schema/change';
import { i18n } from '@/src/texts/i18n';
import { type PreviewState, REPLACE_CHOICE, shownDifferences } from '../reversals/reversal';
import { useReversalPreview } from '../reversals/use-reversal-preview';

/** Time in milliseconds that the pointer stays on a row before its checkpoint is compared with the page. */
const PEEK_DELAY_MS = 200;

interface CheckpointPeekProps {
  chatId: string;
  /** The checkpoint of the row that the pointer is on. */
  checkpointId: string;
  title: string;
}

/** Compares the page with the checkpoint that the pointer is on, even if another one is chosen. */
export function CheckpointPeek({ chatId, checkpointId, title }: CheckpointPeekProps) {
  const target = { kind: 'rollback', checkpointId } as const;
  const { previewState } = useReversalPreview(chatId, target, { delayMs: PEEK_DELAY_MS, occasion: null });
  return (
    <div className="checkpoint-peek">
      <p className="meta">
        <ForeignText text={title} />
      </p>
      <PeekContent previewState={previewState} />
    </div>
  );
}

function PeekContent({ previewState }: { previewState: PreviewState }) {
  switch (previewState.state) {
    case 'none':
    case 'loading':
      return <p className="secondary">{i18n.t('checkpoints.compare.loading')}</p>;
    case 'failed':
      return <p className="secondary">{previewState.error.message}</p>;
    case 'ready': {
      const differences = shownDifferences(previewState.preview, REPLACE_CHOICE);
      return (
        <>
          <p className="secondary">{differenceCounts(differences)}</p>
          <DifferenceList differences={differences} />
        </>
      );
    }
    default:
      return assertNever(previewState);
  }
}

/** Numbers of differences by kind, e.g. `Compared with now: 2 added, 1 removed`. */
function differenceCounts(differences: readonly StateDifference[]): string {
  const amount = (kind: StateDifference['kind']) => differences.filter((each) => each.kind === kind).length;
  const parts = (['added', 'removed', 'modified'] as const)
    .map((kind) => ({ kind, amount: amount(kind) }))
    .filter((part) => part.amount > 0);
  if (parts.length === 0) return i18n.t('checkpoints.compare.same');
  const counts = parts.map((part) =>
    i18n.t(KIND_COUNTS[part.kind], part.amount, [formatNumber(part.amount)]),
  );
  return i18n.t('checkpoints.compare.differences', { differences: counts.join(', ') });
}
