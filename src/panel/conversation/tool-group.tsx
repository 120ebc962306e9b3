import { memo, useState } from 'react';
import { groupSummary } from './group-summary';
import type { RenderEvent } from './render-event';
import { ToolCard } from './tool-card';

interface ToolGroupProps {
  calls: Extract<RenderEvent, { kind: 'tool-group' }>['calls'];
  /** True if it is folded at first. Its cards are then created when it is opened. */
  isFolded: boolean;
}

/** The calls of one response: a line that sums them up, with their cards. Open, unless the user folds it. */
export const ToolGroup = memo(function ToolGroup({ calls, isFolded }: ToolGroupProps) {
  const [isNeeded, setIsNeeded] = useState(!isFolded);
  const [isOpenAtFirst] = useState(!isFolded);
  return (
    <details className="tool-group" open={isOpenAtFirst} onToggle={() => setIsNeeded(true)}>
      <summary className="secondary">{groupSummary(calls.map(({ card }) => card.state))}</summary>
      {isNeeded && (
        <div className="tool-group-cards">
          {calls.map(({ key, card }) => (
            <ToolCard key={key} card={card} />
          ))}
        </div>
      )}
    </details>
  );
});
