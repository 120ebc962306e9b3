import type { ReactNode } from 'react';
import { i18n } from '@/src/texts/i18n';
import { formatNumber } from '../text/format-number';
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
          {i18n.t('counts.requests', group.requests, [formatNumber(group.requests)])} · {costText(group.cost)}
        </span>
      </p>
      <p className="secondary">{tokensText(group.totals)}</p>
    </li>
  );
}
