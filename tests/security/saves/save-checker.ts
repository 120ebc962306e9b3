import {
  normalisedRules,
  RULE_KINDS,
  type RulesByProvider,
  rulesOf,
} from '@/src/adapters/kit/rules/provider-rules';
import { canonicalJson } from '@/src/core/hash';
import { english } from '@/src/core/text/english';
import type { ApprovalCall, ApprovalPreview } from '@/src/schema/approval';
import type { FakeModelFilterPage } from '@/tests/fakes/model-filter-page';

/**
 * Watches the proxy's file, and derives what each save may replace from what the user saw: what the approved
 * card showed or, without a card, the saved rules that the page showed when the run began and those that its
 * own saves left.
 */
export interface SaveChecker {
  /** A run has begun: its first request to the model has arrived. */
  onRunStart(): void;
  /** The user approved these calls, on this card. */
  onApproval(calls: readonly ApprovalCall[], preview: ApprovalPreview): void;
  /** Call it before the page handles a request, and before the other admin acts. */
  beforeAct(): void;
  /** Call it after the other admin acted. `kind`: the request to the page, sent for `executionId`. */
  beforeRequest(kind: string, executionId: string | null): void;
  /** Number of saves that reached the file. */
  saves(): number;
  problems(): string[];
}

export function createSaveChecker(page: FakeModelFilterPage): SaveChecker {
  const approvals = new Map<string, { preview: ApprovalPreview; isAsked: boolean }>();
  const problems: string[] = [];
  /** The file contents that a save without an approval may replace. */
  let known: string[] = [];
  let saves = 0;
  /** The save that the page is handling, with the file's content before it. */
  let open: { executionId: string | null; replaced: RulesByProvider } | null = null;

  function checkSave(executionId: string | null, replaced: RulesByProvider): void {
    const written = page.proxy.file;
    if (same(replaced, written)) return;
    saves += 1;
    const approval = executionId === null ? undefined : approvals.get(executionId);
    const isKnown = known.includes(textOf(replaced));
    // A call that the policy allows may run between approved ones, by its permission alone.
    if (approval === undefined || (!approval.isAsked && isKnown)) {
      if (!isKnown) {
        problems.push(`a save without an approval replaced ${textOf(replaced)}, which its run had not read`);
      }
    } else {
      const shown = shownOf(approval.preview, executionId ?? '');
      for (const loss of lossesOf(replaced, written)) {
        if (!shown.includes(loss)) problems.push(`a save replaced what its card did not show: ${loss}`);
      }
    }
    known.push(textOf(written));
  }

  return {
    onRunStart() {
      known = [textOf(page.state.saved)];
    },
    onApproval(calls, preview) {
      for (const { executionId, isAsked } of calls) approvals.set(executionId, { preview, isAsked });
    },
    beforeAct() {
      if (open !== null) checkSave(open.executionId, open.replaced);
      open = null;
    },
    beforeRequest(kind, executionId) {
      if (kind === 'save') open = { executionId, replaced: structuredClone(page.proxy.file) };
    },
    saves: () => saves,
    problems: () => problems,
  };
}

/** The lines of a card that show the losses by one of its calls. */
function shownOf({ dryRun }: ApprovalPreview, executionId: string): string[] {
  const computed = dryRun.calls.find((call) => call.executionId === executionId);
  const lines = computed?.kind === 'change' ? computed.preview.differences : [];
  return lines.filter(({ kind }) => kind !== 'added').map(({ text }) => english(text));
}

/** The losses between two sets of saved rules, in the words of a card. */
function lossesOf(from: RulesByProvider, to: RulesByProvider): string[] {
  return Object.keys(from).flatMap((provider) =>
    RULE_KINDS.flatMap((kind) => {
      const [before, after] = [rulesOf(from, provider)[kind], rulesOf(to, provider)[kind]];
      const lost = before.filter((rule) => !after.includes(rule));
      const kept = before.filter((rule) => after.includes(rule));
      const isReordered = kept.join() !== after.filter((rule) => before.includes(rule)).join();
      return [
        ...lost.map((rule) => `${provider}: ${kind} rule ${JSON.stringify(rule)}`),
        ...(isReordered ? [`${provider}: order of the ${kind} rules`] : []),
      ];
    }),
  );
}

function same(left: RulesByProvider, right: RulesByProvider): boolean {
  return textOf(left) === textOf(right);
}

function textOf(rules: RulesByProvider): string {
  return canonicalJson(normalisedRules(rules));
}
