import { TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ShownSiteMark } from '@/src/panel/data/site-mark';
import { Sentence } from '@/src/panel/kit/text/sentence';
import { useStable } from '@/src/panel/kit/use-stable';

interface VerdictHeadProps {
  verdict: string;
  /** Empty if there is nothing to warn of. */
  warning: string;
  /** False while the verdict belongs to earlier choices. */
  isCurrent: boolean;
  /** Called when the window has no room for the whole texts, or has it again. */
  onCut(isCut: boolean): void;
}

/** The verdict and the warning, which stay in sight beside the buttons. Long texts are cut to a few lines. */
export function VerdictHead({ verdict, warning, isCurrent, onCut }: VerdictHeadProps) {
  const head = useRef<HTMLDivElement>(null);
  useCut(head, `${verdict} ${warning}`, onCut);
  return (
    <div className="approval-head" data-current={isCurrent} ref={head}>
      <ShownSiteMark />
      <h2 className="approval-title">
        <span className="cut-text">
          <Sentence text={verdict} />
        </span>
      </h2>
      {warning !== '' && <Warning text={warning} />}
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="approval-warning">
      <TriangleAlert className="icon" />
      <span className="cut-text">
        <Sentence text={text} />
      </span>
    </p>
  );
}

/** The whole texts of a head that shows only their first lines. */
export function WholeVerdict({ verdict, warning }: Pick<VerdictHeadProps, 'verdict' | 'warning'>) {
  return (
    <div className="whole-verdict">
      <p>
        <Sentence text={verdict} />
      </p>
      {warning !== '' && (
        <p>
          <Sentence text={warning} />
        </p>
      )}
    </div>
  );
}

/** Reports whether a text in the head is cut, whenever the text or the window changes. */
function useCut(head: RefObject<HTMLElement | null>, text: string, onCut: (isCut: boolean) => void): void {
  const measure = useStable(() => {
    const { current } = head;
    if (current === null) return;
    const boxes = [current, ...current.querySelectorAll('.cut-text')];
    onCut(boxes.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may need more lines.
  useLayoutEffect(measure, [text]);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure]);
}
