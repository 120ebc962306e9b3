import type { CallDryRun, DryRunRequest } from '../records/dry-run';
import type { PageTool } from '../records/page-tool';
import { pageToolStep } from '../tools/page-tool-names';
import { plainDryRun } from './plain-dry-run';

const UNKNOWN = 'It is a tool of the page itself: only the page knows what it does.';
const NO_WAY_BACK = 'Steward can’t take this back.';

/** The dry run of a call of a page's own tool: the call itself, and that nothing takes it back. The hashes are as in {@link plainDryRun}. */
export function pageToolDryRun(
  call: DryRunRequest,
  tool: PageTool,
  before: { stateHash: string | null; savedHash: string | null },
): CallDryRun {
  const plain = plainDryRun(call, 'commit', { ...before, isLive: false });
  if (plain.kind === 'failure') return plain;
  const notes = [
    { topic: 'unknown' as const, text: UNKNOWN },
    { topic: 'way-back' as const, text: NO_WAY_BACK },
  ];
  return { ...plain, preview: { ...plain.preview, notes }, step: pageToolStep(tool, call.args) };
}
