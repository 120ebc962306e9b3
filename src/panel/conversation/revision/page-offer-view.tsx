import type { PageOffer, RevisionPage, RevisionPreview } from '@/src/core/checkpoints/revision';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import { isReady, type ManualChangesChoice, strategyOf } from '../reversals/reversal';
import { PreviewContent } from '../reversals/reversal-preview-view';

/** The user's decision about the page in an open form. The choice counts for a rollback only. */
export interface PageDecision {
  kind: RevisionPage['kind'];
  choice: ManualChangesChoice;
}

/** The decision as it is sent; null while conflicts are open. */
export function pageOf({ page }: RevisionPreview, { kind, choice }: PageDecision): RevisionPage | null {
  if (page.kind !== 'choice' || kind === 'keep') return { kind: 'keep' };
  if (!isReady(page.rollback, choice)) return null;
  const strategy = strategyOf(page.rollback, choice);
  return { kind: 'roll-back', expectedStateHash: page.rollback.stateHash, strategy };
}

interface PageOfferViewProps {
  offer: PageOffer;
  decision: PageDecision;
  onDecide(decision: PageDecision): void;
}

/** The choice for a page that the messages to be set aside have changed, with the preview of a rollback. */
export function PageOfferView({ offer, decision, onDecide }: PageOfferViewProps) {
  if (offer.kind === 'unchanged') return null;
  if (offer.kind === 'kept') {
    return (
      <p className="secondary">
        <ForeignText text={offer.why} />
      </p>
    );
  }
  return (
    <>
      <ChoiceGroup
        legend={i18n.t('revision.page.legend')}
        isLegendHidden={false}
        choices={[
          { value: 'roll-back', label: i18n.t('revision.page.rollBack') },
          { value: 'keep', label: i18n.t('revision.page.keep') },
        ]}
        chosen={decision.kind}
        onChoose={(kind) => onDecide({ ...decision, kind })}
      />
      {decision.kind === 'roll-back' ? (
        <>
          <PreviewContent
            preview={offer.rollback}
            choice={decision.choice}
            onChoose={(choice) => onDecide({ ...decision, choice })}
          />
          <p className="secondary">{offer.rollback.savedNote}</p>
        </>
      ) : (
        <p className="secondary">{i18n.t('revision.page.keepNote')}</p>
      )}
    </>
  );
}
