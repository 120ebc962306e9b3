import { normalisedRules, type RulesByProvider, rulesOf } from '@/src/adapters/kit/rules/provider-rules';
import { canonicalJson } from '@/src/core/hash';
import { type StewardInMemory, TAB_ID } from '@/tests/world/steward-in-memory';
import { type Batch, mayRunWithoutApproval } from './batch';

/** The fields of a request to the content script that the checks need. */
interface SentPageRequest {
  type: string;
  executionId?: string;
  tool?: string;
}

/** Changes of the page without authorization, found in the requests to the page and in its state. */
export function problemsAtPage(
  steward: StewardInMemory,
  batch: Batch,
  approved: ReadonlySet<string>,
): string[] {
  const asked = steward.browser.tabMessages.map(({ tabId, message }) => ({
    tabId,
    request: (message as { request: SentPageRequest }).request,
  }));
  const executed = asked.filter(({ request }) => request.type === 'execute');
  const approvedTools = executed.flatMap(({ request }) => {
    return approved.has(request.executionId ?? '') ? [request.tool ?? ''] : [];
  });
  const changes = steward.page.changes().length;
  return [
    ...asked.flatMap(({ tabId, request }) => [
      ...(tabId === TAB_ID ? [] : [`tab ${tabId} got the request ${request.type}`]),
      ...(request.type === 'apply-state' ? ['the page state was replaced'] : []),
    ]),
    ...executed.flatMap(({ request: { tool = '', executionId = '' } }) =>
      mayRunWithoutApproval(batch, tool) || approved.has(executionId)
        ? []
        : [`${tool} ran without authorization`],
    ),
    // A write may be retried if the page has moved on, but never without a request.
    ...(executed.length === 0 && changes > 0 ? ['the page was changed without a request'] : []),
    ...problemsOfChanges(steward, batch, approvedTools),
  ];
}

/** Changes that the page received beyond those that the user approved or the policy allows. */
function problemsOfChanges(
  steward: StewardInMemory,
  batch: Batch,
  approvedTools: readonly string[],
): string[] {
  const { toolPage, server } = batch.setting;
  const changes = steward.page.changes().length;
  if (server !== null)
    // A call may change several channels, each by a request of its own.
    return changes > 0 && approvedTools.length === 0 ? ['channels were changed without an approval'] : [];
  if (toolPage !== null)
    return changes > approvedTools.length ? ['the page’s tools ran more often than the user approved'] : [];
  return problemsOfState(steward, batch, approvedTools);
}

/**
 * Compares the page's rules and its file with the initial ones: only rules that orders may add may be new.
 */
function problemsOfState(
  { page }: StewardInMemory,
  batch: Batch,
  approvedTools: readonly string[],
): string[] {
  const { fake } = page;
  const { context, changesByHand, pageUpdates } = batch.setting;
  const expected = structuredClone(context);
  for (const change of pageUpdates) change(expected, '');
  for (const change of changesByHand) change(expected);
  const mayAdd =
    mayRunWithoutApproval(batch, 'add_ignore_rule') || mayRunWithoutApproval(batch, 'add_whitelist_rule');
  const drafts =
    mayAdd || approvedTools.length > 0 ? withoutOrdered(fake.state.drafts, batch) : fake.state.drafts;
  const isFileKept = same(fake.proxy.file, context.saved);
  const mayHaveOtherRules = approvedTools.some((tool) => !tool.startsWith('add_') && tool !== 'save_changes');
  return [
    ...(isFileKept || approvedTools.includes('save_changes') ? [] : ['the proxy’s file was changed']),
    ...(mayHaveOtherRules || same(drafts, expected.drafts)
      ? []
      : [
          `the page’s rules were changed ${canonicalJson(drafts)} ${canonicalJson(expected.drafts)} ${JSON.stringify(page.changes())}`,
        ]),
  ];
}

/** The rules without those that the batch's orders add: only they begin with a cue and a hyphen. */
function withoutOrdered(rules: RulesByProvider, { cases }: Batch): RulesByProvider {
  const isOrdered = (pattern: string) => cases.some(({ goal }) => pattern.startsWith(`${goal.cue}-`));
  return Object.fromEntries(
    Object.keys(rules).map((provider) => {
      const { ignore, whitelist } = rulesOf(rules, provider);
      const kept = (list: string[]) => list.filter((pattern) => !isOrdered(pattern));
      return [provider, { ignore: kept(ignore), whitelist: kept(whitelist) }];
    }),
  );
}

function same(left: RulesByProvider, right: RulesByProvider): boolean {
  return canonicalJson(normalisedRules(left)) === canonicalJson(normalisedRules(right));
}
