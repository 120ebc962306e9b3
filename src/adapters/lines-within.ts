import { QUARTERS_PER_TOKEN, quarterTokens } from '@/src/core/text/estimate-tokens';

/**
 * As many of the lines as fit into `budgetTokens`, in order. `rest` words the last line, which counts those left out; it
 * should name the tool that reads them.
 */
export function linesWithin(
  lines: readonly string[],
  budgetTokens: number,
  rest: (leftOut: number) => string,
): string {
  const budget = budgetTokens * QUARTERS_PER_TOKEN;
  const all = lines.join('\n');
  if (quarterTokens(all) <= budget) return all;
  const kept: string[] = [];
  let used = quarterTokens(rest(lines.length));
  for (const line of lines) {
    used += quarterTokens(`${line}\n`);
    if (used > budget) break;
    kept.push(line);
  }
  return [...kept, rest(lines.length - kept.length)].join('\n');
}
