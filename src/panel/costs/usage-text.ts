import type { RequestKind } from '@/src/core/records/message';
import { count } from '../text/count';
import { formatDollars } from '../text/format-dollars';
import type { ChatUsage, ShownCost } from './chat-usage';

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 3 });

/** Text of the meter: a share if the window's size is known, otherwise tokens. */
export function meterText({ windowTokens, sizeTokens }: ChatUsage): string {
  if (windowTokens === null) return 'tokens unknown';
  return sizeTokens === null ? `${short.format(windowTokens)} tokens` : percentText(windowTokens, sizeTokens);
}

/** The context window in a sentence. */
export function windowText({ windowTokens, sizeTokens }: ChatUsage): string {
  if (windowTokens === null)
    return 'The token count of the last answer is unknown: the endpoint reported none, or the chat was copied.';
  const used = count(windowTokens, 'token');
  if (sizeTokens === null) return `${used}; the size of the window is unknown.`;
  return `${used} of ${count(sizeTokens, 'token')}, ${percentText(windowTokens, sizeTokens)}.`;
}

/** `12 %`. Rounded down, so that no level is announced before it is reached. */
export function percentText(usedTokens: number, sizeTokens: number): string {
  return `${Math.floor((usedTokens / sizeTokens) * 100)} %`;
}

export function costText(cost: ShownCost | null): string {
  if (cost === null) return 'cost unknown';
  return cost.isLowerBound ? `at least ${formatDollars(cost.dollars)}` : formatDollars(cost.dollars);
}

export const KIND_LABELS: Readonly<Record<RequestKind, string>> = {
  response: 'Answers',
  title: 'Titles',
  summary: 'Summaries',
};
