import { riskiestDifferencesFirst } from '@/src/core/policy/risk-order';
import { KindSign } from '@/src/panel/kit/differences/difference-list';
import { KeptFold } from '@/src/panel/kit/fields/kept-fold';
import { NameText } from '@/src/panel/kit/page-names/name-text';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { StateDifference } from '@/src/schema/change';
import { i18n } from '@/src/texts/i18n';
import { kindsText } from './kinds-text';
import { LongList } from './long-list';

/** Differences shown before the rest is unfolded. */
const FEW_DIFFERENCES = 6;

interface DifferenceSectionProps {
  title: string;
  differences: readonly StateDifference[];
  isFolded: boolean;
}

/** Differences between two page states; long lists are shortened. Nothing if there are none. */
export function DifferenceSection({ title, differences, isFolded }: DifferenceSectionProps) {
  if (differences.length === 0) return null;
  const list = (
    <LongList
      label={title}
      className="difference-list"
      entries={riskiestDifferencesFirst(differences)}
      few={FEW_DIFFERENCES}
      moreText={(folded) =>
        i18n.t('approval.list.moreOf', { count: folded.length, kinds: kindsText(folded) })
      }
      keyOf={({ kind, text }, index) => `${index} ${kind} ${text}`}
    >
      {({ kind, text }) => (
        <span className="difference" data-kind={kind}>
          <KindSign kind={kind} />
          <span>
            <NameText text={text} />
          </span>
        </span>
      )}
    </LongList>
  );
  return isFolded ? (
    <KeptFold
      fold="approval-differences"
      summary={
        <>
          <ForeignText text={title} /> · {i18n.t('counts.changes', { count: differences.length })}
        </>
      }
    >
      {list}
    </KeptFold>
  ) : (
    <section aria-label={title}>
      <h3 className="secondary">
        <ForeignText text={title} />
      </h3>
      {list}
    </section>
  );
}
