import type { Chat } from '@/src/core/records/chat';
import { sendCommand } from '../link/send-command';
import { Sheet } from '../sheet';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { tokensText } from '../text/tokens-text';
import type { ChatUsage } from './chat-usage';
import { TokenLimitsForm } from './token-limits-form';
import { UsageGroupRow } from './usage-group-row';
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
  return (
    <Sheet title="Context and costs" onClose={onClose}>
      <div className="sheet-body costs">
        <section>
          <h3>Context window</h3>
          <p>{windowText(usage)}</p>
        </section>
        <section>
          <h3>Used in this chat</h3>
          <p>
            {tokensText(totals)} · {costText(cost)}
          </p>
          <p className="secondary">
            Weighted by price, the input counts as {count(Math.round(usage.effectiveInputTokens), 'token')}: a
            token read from the cache as 0.1, one written to it as 1.25. Answers that were set aside are
            included.
          </p>
          {byKind.length > 0 && (
            <ul>
              {byKind.map((group) => (
                <UsageGroupRow key={group.name} group={group} label={KIND_LABELS[group.name]} />
              ))}
            </ul>
          )}
        </section>
        {byModel.length > 0 && (
          <section>
            <h3>By model</h3>
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
          onSave={(limits) => sendCommand({ type: 'set-token-limits', chatId: chat.id, ...limits })}
        />
      </div>
    </Sheet>
  );
}
