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
  return sizeTokens === null ? tokensText(windowTokens) : percentText(windowTokens, sizeTokens);
}

/** The context window in a sentence. */
export function windowText({ windowTokens, sizeTokens }: ChatUsage): string {
  if (windowTokens === null) return t('costs.window.unknown');
  if (sizeTokens === null) return t('costs.window.unknownSize', { count: windowTokens });
  return usedText(windowTokens, sizeTokens);
}

/** Used tokens of a number of tokens, in a sentence. */
export function usedText(used: number, count: number): string {
  return t('costs.window.used', { used, count, share: percentText(used, count) });
}

/** `12 %`. Rounded down, so that no level is announced before it is reached. */
export function percentText(usedTokens: number, sizeTokens: number): string {
  return t('costs.window.percent', {
    amount: Math.floor((usedTokens / sizeTokens) * 100),
  });
}

/** A number of tokens, shortened: `12.3K tokens`. */
export function tokensText(count: number): string {
  return t('costs.meter.tokens', { count, amount: short().format(count) });
}

export function costText(cost: Omit<ShownCost, 'isAssumed'> | null): string {
  if (cost === null) return t('costs.cost.unknown');
  const dollars = formatDollars(cost.dollars);
  if (cost.isLowerBound) return t('costs.atLeast', { amount: dollars });
  return cost.isAbout ? t('costs.cost.assumed', { cost: dollars }) : dollars;
}
