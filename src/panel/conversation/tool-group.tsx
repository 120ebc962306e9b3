import { memo } from 'react';
import { groupSummary } from './group-summary';
import type { RenderEvent } from './render-event';
import { ToolCard } from './tool-card';

type Calls = Extract<RenderEvent, { kind: 'tool-group' }>['calls'];

/** The calls of one response: a line that sums them up, with their cards. Open, unless the user folds it. */
export const ToolGroup = memo(function ToolGroup({ calls }: { calls: Calls }) {
  return (
    <details className="tool-group" open>
      <summary className="secondary">{groupSummary(calls.map(({ card }) => card.state))}</summary>
      <div className="tool-group-cards">
        {calls.map(({ key, card }) => (
          <ToolCard key={key} card={card} />
        ))}
      </div>
    </details>
  );
});
