import { Tooltip } from 'radix-ui';
import type { CSSProperties, ReactNode } from 'react';
import { tipSide } from './tip-side';
import type { Tip } from './tip-text';
import { tipSentence } from './tip-text';
import { type ShownTip, TIP_CLASS, useTip } from './use-tip';

/**
 * Shows a tooltip for the row under the mouse or the focus. One tooltip serves all rows, since one per row
 * would slow down scrolling.
 */
export function TipArea({ children }: { children: ReactNode }) {
  const { shown, hide, areaEvents } = useTip();
  return (
    <div className="tip-area" {...areaEvents}>
      {children}
      <Tooltip.Provider disableHoverableContent>
        <Tooltip.Root open={shown !== null} onOpenChange={(isOpen) => !isOpen && hide()}>
          <Tooltip.Trigger asChild>
            <span className="tip-anchor" style={shown ? boxOf(shown) : {}} />
          </Tooltip.Trigger>
          <Tooltip.Portal>
            {shown && (
              <Tooltip.Content
                className={TIP_CLASS}
                aria-label={tipSentence(shown.tip)}
                side={tipSide(shown.box, window.innerWidth)}
                sideOffset={4}
                align="start"
                collisionPadding={8}
              >
                <TipLines tip={shown.tip} />
              </Tooltip.Content>
            )}
          </Tooltip.Portal>
        </Tooltip.Root>
      </Tooltip.Provider>
    </div>
  );
}

function TipLines({ tip }: { tip: Tip }) {
  return (
    <>
      <span className="tip-heading mono">{tip.heading}</span>
      <span>{tip.text}</span>
      {tip.models.map((id) => (
        <span key={id} className="tip-model mono">
          {id}
        </span>
      ))}
      {tip.more > 0 && <span className="muted">and {tip.more} more</span>}
    </>
  );
}

function boxOf({ box }: ShownTip): CSSProperties {
  return { left: box.left, top: box.top, width: box.width, height: box.height };
}
