import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { TokenLimits } from '@/src/schema/chat-settings';
import { TOKEN_LIMIT_BOUNDS } from '@/src/schema/values/setting-bounds';
import { i18n } from '@/src/texts/i18n';

/** The limits as entered by the user; an empty text means none. */
export type TokenLimitFields = Record<keyof TokenLimits, string>;
type TokenLimitProblems = Partial<TokenLimitFields>;

/** The initial fields for stored limits. */
export function tokenLimitFields({ contextWindowTokens, tokenBudget }: TokenLimits): TokenLimitFields {
  return {
    contextWindowTokens: contextWindowTokens === null ? '' : String(contextWindowTokens),
    tokenBudget: tokenBudget === null ? '' : String(tokenBudget),
  };
}

/** Validates the fields and returns the limits or the problems. */
export function readTokenLimits(
  fields: TokenLimitFields,
): { ok: true; limits: TokenLimits } | { ok: false; problems: TokenLimitProblems } {
  const contextWindowTokens = readCount(fields.contextWindowTokens);
  const tokenBudget = readCount(fields.tokenBudget);
  const problems: TokenLimitProblems = {};
  if (!fits('contextWindowTokens', contextWindowTokens)) {
    problems.contextWindowTokens = boundsText('contextWindowTokens');
  }
  if (!fits('tokenBudget', tokenBudget)) problems.tokenBudget = boundsText('tokenBudget');
  return Object.keys(problems).length > 0
    ? { ok: false, problems }
    : { ok: true, limits: { contextWindowTokens, tokenBudget } };
}

function fits(name: keyof TokenLimits, value: number | null): boolean {
  const { min, max } = TOKEN_LIMIT_BOUNDS[name];
  return value === null || (Number.isInteger(value) && value >= min && value <= max);
}

function boundsText(name: keyof TokenLimits): string {
  const { min, max } = TOKEN_LIMIT_BOUNDS[name];
  return i18n.t('costs.limits.bounds', { min: formatNumber(min), max: formatNumber(max) });
}

/** Null for an empty field, NaN for anything but digits and the spaces, commas and points that group them. */
function readCount(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+$|^\d{1,3}([ ,.\u00a0\u202f]\d{3})+$/.test(trimmed)
    ? Number(trimmed.replace(/\D/g, ''))
    : Number.NaN;
}
