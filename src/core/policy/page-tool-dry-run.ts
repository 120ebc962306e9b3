import type { CallDryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { PageTool } from '@/src/schema/page-tool';
import type { OfferingPage } from '../adapter/adapter-definition';
import { visibleJson } from '../text/visible-json';
import { pageToolStep } from '../tools/page-tool-names';
import { plainDryRun } from './plain-dry-run';

const NO_WAY_BACK = 'Steward can’t take this back.';

/**
 * Dry run of a call of a page's own tool. It shows the call, the page that offers the tool, what the page says about
 * the tool, and the warning that Steward can't undo the call. The hashes are as in {@link plainDryRun}.
 */
export function pageToolDryRun(
  call: DryRunRequest,
  tool: PageTool,
  page: OfferingPage | null,
  before: { stateHash: string | null; savedHash: string | null },
): CallDryRun {
  const plain = plainDryRun(call, 'commit', { ...before, isLive: false });
  if (plain.kind === 'failure') return plain;
  const { name, title, description } = tool;
  const claim = [title, description].filter((text) => text !== '').join(': ');
  const where = page === null ? '' : ` ${visibleJson(page.title)} at ${page.address}`;
  const notes = [
    {
      topic: 'unknown' as const,
      text: `Only the page${where} knows what its tool ${visibleJson(name)} does.`,
    },
    ...(claim === '' ? [] : [{ topic: 'unknown' as const, text: `The page says: ${visibleJson(claim)}` }]),
  ];
  const preview = { ...plain.preview, warning: NO_WAY_BACK, notes };
  return { ...plain, preview, step: pageToolStep(tool, call.args) };
}
