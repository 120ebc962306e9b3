import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ShownSiteMark } from '@/src/panel/data/site-mark';
import { Sentence } from '@/src/panel/kit/text/sentence';
import { useStable } from '@/src/panel/kit/use-stable';
import type { Said } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';

interface VerdictHeadProps {
  verdict: Said;
  /** False while the verdict belongs to earlier choices. */
  isCurrent: boolean;
  /**
   * Called when mounted, and after each change of the verdict or the window's size. `isCut`: true if the verdict doesn't fit and is cut.
   */
  onCut(isCut: boolean): void;
}

/** The verdict, cut to a few lines. It doesn't scroll with the card's content, just as the warning and the buttons don't. */
export function VerdictHead({ verdict, isCurrent, onCut }: VerdictHeadProps) {
  const text = useRef<HTMLSpanElement>(null);
  useCut(text, wordsOf(verdict), onCut);
  return (
    <div className="approval-head" data-current={isCurrent}>
      <ShownSiteMark />
      <h2 className="approval-title">
        <span className="cut-text" ref={text}>
          <Sentence text={verdict} />
        </span>
      </h2>
    </div>
  );
}

/** Calls `onCut` when mounted and after each change of the text or the window's size. */
function useCut(box: RefObject<HTMLElement | null>, text: string, onCut: (isCut: boolean) => void): void {
  const measure = useStable(() => {
    const { current } = box;
    if (current !== null) onCut(current.scrollHeight > current.clientHeight + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may need more lines.
  useLayoutEffect(measure, [text]);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure]);
}
