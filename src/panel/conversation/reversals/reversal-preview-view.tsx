import { assertNever } from '@/src/core/assert-never';
import type { DeltaDescription } from '@/src/core/checkpoints/describe-delta';
import type { PageOffer } from '@/src/core/checkpoints/revision';
import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import type { UndoPreview } from '@/src/core/checkpoints/undo';
import type { UndoBlocker } from '@/src/core/checkpoints/undo-blocker';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { visibleJson } from '@/src/core/text/visible-json';
import { ShownSiteMark } from '@/src/panel/data/site-mark';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { KeptFold } from '@/src/panel/kit/fields/kept-fold';
import { ModelStrip } from '@/src/panel/kit/models/parts';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import { formatTime } from '@/src/panel/kit/text/format-time';
import { Paragraph, SecondarySaid, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ManualChangesSection, ValueLine } from './manual-changes-section';
import { effectOnOthers, type ManualChangesChoice, type ShownPreview, shownDifferences } from './reversal';
import type { Reversal } from './use-reversal';

interface ReversalPreviewViewProps {
  reversal: Pick<Reversal, 'previewState' | 'choice' | 'setChoice'>;
  onRetry(): void;
}

/** Preview of a reversal of any kind, or its state: loading, or failed with Retry. */
export function ReversalPreviewView({ reversal, onRetry }: ReversalPreviewViewProps) {
  const { previewState, choice, setChoice } = reversal;
  if (previewState.state === 'ready') {
    return <PreviewContent preview={previewState.preview} choice={choice} onChoose={setChoice} />;
  }
  if (previewState.state === 'failed') return <RetryableError error={previewState.error} onRetry={onRetry} />;
  return previewState.state === 'loading' && <SecondaryText text="checkpoints.compare.loading" />;
}

interface PreviewContentProps {
  preview: ShownPreview;
  choice: ManualChangesChoice;
  onChoose(choice: ManualChangesChoice): void;
}

function PreviewContent({ preview, choice, onChoose }: PreviewContentProps) {
  const differences = shownDifferences(preview, choice);
  switch (preview.kind) {
    case 'rollback':
      return (
        <>
          <EffectStrip preview={preview} choice={choice} />
          {differences.length === 0 ? (
            <SecondaryText text="checkpoints.preview.alreadySame" />
          ) : (
            <DifferenceList differences={differences} />
          )}
          {preview.changedByHand.length > 0 && (
            <ManualChangesSection preview={preview} choice={choice} onChoose={onChoose} />
          )}
          <DeltaDetails delta={preview.delta} />
        </>
      );
    case 'undo':
      if (preview.blockers.length > 0) return <UndoBlockerList blockers={preview.blockers} />;
      return (
        <>
          <EffectStrip preview={preview} choice={choice} />
          <DifferenceList differences={differences} />
          {!preview.isExact && <SecondaryText text="checkpoints.preview.notRecorded" />}
        </>
      );
    case 'restore-unsaved':
      return (
        <details>
          <summary>{t('offers.lost.preview')}</summary>
          <DifferenceList differences={differences} />
        </details>
      );
    case 'revision':
      return <PageOfferView offer={preview.page} choice={choice} onChoose={onChoose} />;
    case 'make-alike':
    case 'restore-saved':
      return <DifferenceList differences={differences} />;
    default:
      return assertNever(preview);
  }
}

/** The models of the page before and after a rollback or undo; renders nothing for a page without models. */
function EffectStrip({
  preview,
  choice,
}: {
  preview: RollbackPreview | UndoPreview;
  choice: ManualChangesChoice;
}) {
  const { strip = null } = { ...effectOnOthers(preview, choice) };
  return strip && <ModelStrip strip={strip} />;
}

interface PageOfferViewProps extends Omit<PreviewContentProps, 'preview'> {
  offer: PageOffer;
}

/**
 * The choice between keeping the page and rolling it back, if the messages to be set aside have changed it; with the preview of that
 * rollback.
 */
function PageOfferView({ offer, choice, onChoose }: PageOfferViewProps) {
  if (offer.kind === 'unchanged') return null;
  if (offer.kind === 'kept') return <SecondarySaid said={offer.why} />;
  const { rollback } = offer;
  const { text = null } = { ...effectOnOthers(rollback, choice) };
  return (
    <>
      <ChoiceGroup
        legend="revision.page.legend"
        choices={{ 'roll-back': 'revision.page.rollBack', keep: 'revision.page.keep' }}
        chosen={choice.keepsPage === true ? 'keep' : 'roll-back'}
        onChoose={(kind) => onChoose({ ...choice, keepsPage: kind === 'keep' })}
      />
      {choice.keepsPage === true ? (
        <SecondaryText text="revision.page.keepNote" />
      ) : (
        <>
          <ShownSiteMark />
          <PreviewContent preview={rollback} choice={choice} onChoose={onChoose} />
          <SecondarySaid said={sentences(text, rollback.savedNote)} />
        </>
      )}
    </>
  );
}

/** Folded list of differences from a checkpoint's state, by JSON path; renders nothing if the states are equal. */
function DeltaDetails({ delta }: { delta: DeltaDescription }) {
  const lines = deltaLines(delta);
  if (lines.length === 0) return null;
  return (
    <KeptFold fold="technical-details" summary={t('checkpoints.preview.technicalDetails')}>
      <pre className="data">{spellOutLines(lines.join('\n'))}</pre>
    </KeptFold>
  );
}

/** One line for each item and value, e.g. `+ rules.ignore: "*-preview"`. */
function deltaLines({ added, removed, modified }: DeltaDescription): string[] {
  return [
    ...Object.entries(removed).flatMap(([path, items]) =>
      items.map((item) => `- ${path}: ${visibleJson(item)}`),
    ),
    ...Object.entries(added).flatMap(([path, items]) =>
      items.map((item) => `+ ${path}: ${visibleJson(item)}`),
    ),
    ...Object.entries(modified).map(
      ([path, change]) => `± ${path}: ${visibleJson(change.old)} → ${visibleJson(change.new)}`,
    ),
  ];
}

/** Later changes that block the undo of a single answer. */
function UndoBlockerList({ blockers }: { blockers: readonly UndoBlocker[] }) {
  return (
    <div className="by-hand">
      <Paragraph text="checkpoints.undoBlocker.samePlace" />
      <ul className="conflicts">
        {blockers.map((blocker) => (
          <li key={blocker.path}>
            <span>
              <SaidWords said={whatChanged(blocker)} />
            </span>
            <ForeignCode text={blocker.path} />
            <ValueLine text="checkpoints.undoBlocker.page" value={blocker.page} />
            <ValueLine text="checkpoints.undoBlocker.before" value={blocker.wanted} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function whatChanged({ change }: UndoBlocker): Said {
  return change === null
    ? say('checkpoints.undoBlocker.onPage')
    : say('common.facts', { first: change.label, second: formatTime(change.atMs) });
}
