import type { CallDryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { PageTool } from '@/src/schema/page-tool';
import { say } from '@/src/schema/values/said';
import type { OfferingPage } from '../adapter/adapter-definition';
import { visibleJson } from '../text/visible-json';
import { pageToolStep } from '../tools/page-tool-names';
import { plainDryRun } from './plain-dry-run';

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
  const notes = [
    {
      topic: 'unknown' as const,
      text:
        page === null
          ? say('said.dryRun.onlyPageKnows', { tool: visibleJson(name) })
          : say('said.dryRun.onlyThePageKnows', {
              tool: visibleJson(name),
              page: visibleJson(page.title),
              address: page.address,
            }),
    },
    ...(claim === ''
      ? []
      : [{ topic: 'unknown' as const, text: say('said.dryRun.pageSays', { claim: visibleJson(claim) }) }]),
  ];
  const preview = { ...plain.preview, warning: say('said.dryRun.notTakenBack'), notes };
  return { ...plain, preview, step: pageToolStep(tool, call.args) };
}
