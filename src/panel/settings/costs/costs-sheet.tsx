import type { ReactNode } from 'react';
import { tokenCount } from '@/src/core/usage/cumulative-usage';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { Fold } from '@/src/panel/kit/fold';
import { Sheet } from '@/src/panel/kit/sheet';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { SavingFields } from '@/src/panel/settings/chat/saving-fields';
import type { Chat } from '@/src/schema/chat';
import type { ChatUsage, UsageGroup } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import { DailyBars } from './daily-bars';
import { PriceForms } from './price-forms';
import { costText, usedText, windowText } from './usage-text';
import './costs.css';

interface CostsSheetProps {
  chat: Chat;
  usage: ChatUsage;
  onClose(): void;
}

/**
 * A chat's context window, its budget, and its tokens and costs in one table: of the last answer, by kind, by model, in all. Below it are
 * the settings that save some of them, the prices that the user enters, and the use of all chats by day.
 */
export function CostsSheet({ chat, usage, onClose }: CostsSheetProps) {
  const { tokenBudget } = chat.settings;
  const { lastAnswer, byKind, byModel, all } = usage;
  const weightedTokens = Math.round(usage.effectiveInputTokens);
  return (
    <Sheet title="costs.sheet.title" onClose={onClose}>
      <CommandErrorCard />
      <p>{t('costs.meter.tooltip', { window: windowText(usage) })}</p>
      {tokenBudget !== null && <BudgetBar used={tokenCount(all.totals)} budget={tokenBudget} />}
      <table className="usage">
        <thead>
          <tr>
            <th scope="col">{t('costs.table.what')}</th>
            <th scope="col">{t('costs.table.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {lastAnswer !== null && <UsageRow group={lastAnswer} label={t('costs.table.lastAnswer')} />}
          {several(byKind).map((group) => (
            <UsageRow key={group.name} group={group} label={t(`costs.kind.${group.name}`)} />
          ))}
          {several(byModel).map((group) => (
            <UsageRow key={group.name} group={group} label={<ForeignText text={group.name} />} />
          ))}
        </tbody>
        <tfoot>
          <UsageRow group={all} label={t('costs.table.chat')} />
        </tfoot>
      </table>
      {all.cost?.isAbout === true && (
        <SecondaryText text={all.cost.isAssumed ? 'costs.sheet.assumed' : 'costs.sheet.about'} />
      )}
      <p className="secondary">{t('costs.sheet.weighted', { count: weightedTokens })}</p>
      <div className="folds chat-settings">
        <Fold title="costs.sheet.saving" isOpen>
          <SavingFields chat={chat} />
        </Fold>
      </div>
      <PriceForms targets={usage.priceable} />
      <DailyBars />
    </Sheet>
  );
}

/** The tokens that count against the chat's budget: those that endpoints reported. */
function BudgetBar({ used, budget }: { used: number; budget: number }) {
  return (
    <div className="budget">
      <p>{t('costs.sheet.budget', { used: usedText(used, budget) })}</p>
      <meter min={0} max={budget} value={used} aria-hidden="true" />
    </div>
  );
}

/** Empty for a single group, which would repeat the figures of the whole chat. */
function several<Group>(groups: readonly Group[]): readonly Group[] {
  return groups.length > 1 ? groups : [];
}

/**
 * Tokens and cost of a group of a chat's requests. The input includes tokens written to the cache, but not those read
 * from it.
 */
function UsageRow({ group, label }: { group: UsageGroup<string>; label: ReactNode }) {
  const {
    inputTokens,
    cacheCreationTokens,
    cacheReadTokens,
    outputTokens,
    unknownRequests = 0,
  } = group.totals;
  const count = (tokens: number) =>
    unknownRequests === 0 ? formatNumber(tokens) : t('costs.atLeast', { amount: formatNumber(tokens) });
  const isUnknown = unknownRequests > 0 && tokenCount(group.totals) === 0;
  return (
    <tr>
      <th scope="row">
        {label} <span className="meta">· {t('counts.requests', { count: group.requests })}</span>
        <p className="meta">
          {isUnknown
            ? t('costs.meter.unknown')
            : t('costs.table.tokens', {
                input: count(inputTokens + cacheCreationTokens),
                cached: count(cacheReadTokens),
                output: count(outputTokens),
              })}
        </p>
      </th>
      <td>{group.cost === null ? t('costs.table.unknown') : costText(group.cost)}</td>
    </tr>
  );
}
