import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { spellOut } from '@/src/core/text/foreign-text';
import type { AnyPageContext, PageSection } from './any-page-context';
import { type PagePart, partsOf } from './page-parts';

/** Tool that reads what a part's lines leave out. */
export const READ_PART = 'read_page_part';

/**
 * The page as text: address and title, then each section with its parts. If it exceeds the budget, each part is cut to the
 * same number of lines, the largest that fits; its last line then names the tool that reads the others. If not even the
 * parts' titles fit, the last sections are left out.
 */
export function encodeContext(context: AnyPageContext, budgetTokens: number): string {
  const longest = Math.max(0, ...context.sections.flatMap(partsOf).map(({ lines }) => lines.length));
  const fits = (text: string) => estimateTokens(text) <= budgetTokens;
  const whole = encoded(context, longest);
  if (fits(whole)) return whole;
  const bare = encoded(context, 0);
  if (!fits(bare)) return withFewerSections(context, fits);
  return encoded(
    context,
    largestFitting(longest, (lines) => fits(encoded(context, lines))),
  );
}

/** The largest number below `tooLarge` that fits, found by halving; 0 counts as fitting. */
function largestFitting(tooLarge: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, tooLarge];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The largest number of sections whose bare text fits; at least the address and the title are kept. */
function withFewerSections(context: AnyPageContext, fits: (text: string) => boolean): string {
  const { sections } = context;
  const first = (count: number) => {
    const left = `${sections.length - count} more sections: find_on_page`;
    return `${encoded({ ...context, sections: sections.slice(0, count) }, 0)}\n${left}`;
  };
  return first(largestFitting(sections.length, (count) => fits(first(count))));
}

function encoded(
  { address, title, sections, isCut, toolsLeftOut }: AnyPageContext,
  maxLines: number,
): string {
  return [
    `address: ${address}`,
    `title: ${JSON.stringify(spellOut(title))}`,
    ...(isCut ? ['The page holds more than could be read.'] : []),
    ...(toolsLeftOut > 0 ? [`tools of the page that are too large to be offered: ${toolsLeftOut}`] : []),
    ...sections.flatMap((section) => sectionLines(section, maxLines)),
  ].join('\n');
}

/** Lines of the page are indented, so that none of them reads as a section or a part. */
function sectionLines(section: PageSection, maxLines: number): string[] {
  const heading = section.heading === '' ? [] : [`section ${JSON.stringify(section.heading)}`];
  return [...heading, ...partsOf(section).flatMap((part) => partLines(part, maxLines))];
}

function partLines({ key, title, lines }: PagePart, maxLines: number): string[] {
  const left = lines.length - maxLines;
  const rest = left > 0 ? [`  (${left} more lines: ${READ_PART})`] : [];
  return [`${key} (${title}):`, ...lines.slice(0, maxLines).map((line) => `  ${line}`), ...rest];
}
