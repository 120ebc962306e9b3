import { formatDollars } from '@/src/panel/kit/text/format-number';
import type { ChatUsage, ShownCost } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { inLanguage } from '@/src/texts/intl';

const short = inLanguage(
  (locales) => new Intl.NumberFormat(locales, { notation: 'compact', maximumSignificantDigits: 3 }),
);

/** Text of the meter: a share if the window's size is known, otherwise tokens. */
export function meterText({ windowTokens, sizeTokens }: ChatUsage): string {
  if (windowTokens === null) return t('costs.meter.unknown');
  return sizeTokens === null
    ? t('costs.meter.tokens', { count: windowTokens, amount: short().format(windowTokens) })
    : percentText(windowTokens, sizeTokens);
}

/** The context window in a sentence. */
export function windowText({ windowTokens, sizeTokens }: ChatUsage): string {
  if (windowTokens === null) return t('costs.window.unknown');
  if (sizeTokens === null) return t('costs.window.unknownSize', { count: windowTokens });
  return t('costs.window.used', {
    used: windowTokens,
    count: sizeTokens,
    share: percentText(windowTokens, sizeTokens),
  });
}

/** `12 %`. Rounded down, so that no level is announced before it is reached. */
export function percentText(usedTokens: number, sizeTokens: number): string {
  return t('costs.window.percent', {
    amount: Math.floor((usedTokens / sizeTokens) * 100),
  });
}

export function costText(cost: ShownCost | null): string {
  if (cost === null) return t('costs.cost.unknown');
  const dollars = formatDollars(cost.dollars);
  if (cost.isLowerBound) return t('costs.atLeast', { amount: dollars });
  return cost.isAssumed ? t('costs.cost.assumed', { cost: dollars }) : dollars;
}
