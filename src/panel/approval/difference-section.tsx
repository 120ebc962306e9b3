import { riskiestDifferencesFirst } from '@/src/core/policy/risk-order';
import { DifferenceText, KindSign } from '@/src/panel/kit/differences/difference-list';
import { kindsOf } from '@/src/panel/kit/differences/kinds';
import { KeptFold } from '@/src/panel/kit/fields/kept-fold';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { StateDifference } from '@/src/schema/change';
import type { Said } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { LongList } from './long-list';

/** Number of differences that are shown before the list is unfolded. */
const FEW_DIFFERENCES = 6;

interface DifferenceSectionProps {
  title: Said;
  differences: readonly StateDifference[];
  isFolded: boolean;
}

/** Differences between two states of a page, the riskiest first; a long list is shortened. Renders nothing if there are none. */
export function DifferenceSection({ title, differences, isFolded }: DifferenceSectionProps) {
  if (differences.length === 0) return null;
  const list = (
    <LongList
      label={wordsOf(title)}
      className="difference-list"
      entries={riskiestDifferencesFirst(differences)}
      few={FEW_DIFFERENCES}
      moreText={(folded) => t('approval.list.moreOf', { count: folded.length, kinds: kindsOf(folded) })}
      keyOf={({ kind, text }, index) => `${index} ${kind} ${wordsOf(text)}`}
    >
      {(difference) => (
        <span className="difference" data-kind={difference.kind}>
          <KindSign kind={difference.kind} />
          <DifferenceText {...difference} />
        </span>
      )}
    </LongList>
  );
  return isFolded ? (
    <KeptFold
      fold="approval-differences"
      summary={
        <>
          <SaidWords said={title} /> · {t('counts.changes', { count: differences.length })}
        </>
      }
    >
      {list}
    </KeptFold>
  ) : (
    <section aria-label={wordsOf(title)}>
      <h3 className="secondary">
        <SaidWords said={title} />
      </h3>
      {list}
    </section>
  );
}
