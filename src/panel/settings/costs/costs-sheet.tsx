import type { ReactNode } from 'react';
import type { ChatUsage, UsageGroup } from '@/src/panel/data/chat-usage';
import { sendCommand } from '@/src/panel/data/send-command';
import { Sheet } from '@/src/panel/kit/sheet';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { tokensText } from '@/src/panel/kit/text/tokens-text';
import type { Chat } from '@/src/schema/chat';
import { i18n } from '@/src/texts/i18n';
import { TokenLimitsForm } from './token-limits-form';
import { costText, KIND_LABELS, windowText } from './usage-text';
import './costs.css';

interface CostsSheetProps {
  chat: Chat;
  usage: ChatUsage;
  onClose(): void;
}

/** A chat's context window, its tokens by kind and model, their cost, and the limits that the user sets. */
export function CostsSheet({ chat, usage, onClose }: CostsSheetProps) {
  const { byKind, byModel, totals, cost } = usage;
  const weightedTokens = Math.round(usage.effectiveInputTokens);
  return (
    <Sheet title={i18n.t('costs.sheet.title')} onClose={onClose}>
      <div className="sheet-body costs">
        <section>
          <h3>{i18n.t('costs.sheet.window')}</h3>
          <p>{windowText(usage)}</p>
        </section>
        <section>
          <h3>{i18n.t('costs.sheet.used')}</h3>
          <p>
            {tokensText(totals)} · {costText(cost)}
          </p>
          {cost?.isAssumed === true && <p className="secondary">{i18n.t('costs.sheet.assumed')}</p>}
          <p className="secondary">
            {i18n.t('costs.sheet.weighted', weightedTokens, [formatNumber(weightedTokens)])}
          </p>
          {byKind.length > 0 && (
            <ul>
              {byKind.map((group) => (
                <UsageGroupRow key={group.name} group={group} label={i18n.t(KIND_LABELS[group.name])} />
              ))}
            </ul>
          )}
        </section>
        {byModel.length > 0 && (
          <section>
            <h3>{i18n.t('costs.sheet.byModel')}</h3>
            <ul>
              {byModel.map((group) => (
                <UsageGroupRow key={group.name} group={group} label={<ForeignText text={group.name} />} />
              ))}
            </ul>
          </section>
        )}
        <TokenLimitsForm
          settings={chat.settings}
          endpointSizeTokens={usage.endpointSizeTokens}
          onSave={(patch) => sendCommand({ type: 'set-settings', chatId: chat.id, patch })}
        />
      </div>
    </Sheet>
  );
}

/** Tokens and cost of a chat's requests of one kind or one model. */
function UsageGroupRow({ group, label }: { group: UsageGroup<string>; label: ReactNode }) {
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
