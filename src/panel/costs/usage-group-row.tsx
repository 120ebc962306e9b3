import type { ReactNode } from 'react';
import { count } from '../text/count';
import { tokensText } from '../text/tokens-text';
import type { UsageGroup } from './chat-usage';
import { costText } from './usage-text';

/** Tokens and cost of a chat's requests of one kind or one model. */
export function UsageGroupRow({ group, label }: { group: UsageGroup<string>; label: ReactNode }) {
  return (
    <li>
      <p className="usage-group-head">
        <strong>{label}</strong>
        <span>
          {count(group.requests, 'request')} · {costText(group.cost)}
        </span>
      </p>
      <p className="secondary">{tokensText(group.totals)}</p>
    </li>
  );
}
