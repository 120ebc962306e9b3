/** Level of a context window: `notice` from 80 %, `warning` from 90 %. */
export type ContextLevel = 'normal' | 'notice' | 'warning';

const NOTICE_FROM = 0.8;
const WARNING_FROM = 0.9;

/** The level of a context of `usedTokens` in a window of `sizeTokens`; null if one of them is unknown. */
export function contextLevel(usedTokens: number | null, sizeTokens: number | null): ContextLevel | null {
  if (usedTokens === null || sizeTokens === null) return null;
  const share = usedTokens / sizeTokens;
  if (share >= WARNING_FROM) return 'warning';
  return share >= NOTICE_FROM ? 'notice' : 'normal';
}
