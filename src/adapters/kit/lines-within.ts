import { COST_PER_TOKEN, textCost } from '@/src/core/text/estimate-tokens';

/**
 * The first lines that fit into `budgetTokens`. `rest` returns the last line, which counts the omitted ones; it should
 * name the tool that reads them.
 */
export function linesWithin(
  lines: readonly string[],
  budgetTokens: number,
  rest: (leftOut: number) => string,
): string {
  const budget = budgetTokens * COST_PER_TOKEN;
  const all = lines.join('\n');
  if (textCost(all) <= budget) return all;
  const kept: string[] = [];
  let used = textCost(rest(lines.length));
  for (const line of lines) {
    used += textCost(`${line}\n`);
    if (used > budget) break;
    kept.push(line);
  }
  return [...kept, rest(lines.length - kept.length)].join('\n');
}

/** Lower limit of a budget; replaces smaller ones. */
export const MIN_BUDGET_TOKENS = 200;

/**
 * Lines about a page's models, within `budgetTokens` as `estimateTokens` counts them, but at least {@link
 * MIN_BUDGET_TOKENS}. If they exceed the budget, models are only counted; if they still exceed it, the last lines are
 * replaced by their number and the names of the `tools` that read them.
 */
export function modelLinesWithin(
  linesOf: (hasModels: boolean) => string[],
  budgetTokens: number,
  tools: string,
): string {
  const budget = Math.max(budgetTokens, MIN_BUDGET_TOKENS);
  const whole = linesOf(true).join('\n');
  if (textCost(whole) <= budget * COST_PER_TOKEN) return whole;
  return linesWithin(linesOf(false), budget, (leftOut) => `and ${leftOut} more lines; use ${tools}`);
}
