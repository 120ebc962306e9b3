import type { ApprovalCall } from '@/src/schema/approval';
import { t } from '@/src/texts/i18n';
import { callAct, type DryRunOf, MAX_QUOTED_CHARS, quotedOf } from './call-act';
import { type CardState, callStateOf } from './card-state';

export interface ActionInputs {
  open: readonly ApprovalCall[];
  dryRunOf: DryRunOf;
  cardState: CardState;
  /** True if the chat has become read-only: the background would refuse each call. */
  isReadOnly: boolean;
  /** Number of validation problems in edited arguments. */
  problemCount: number;
  isPreviewPending: boolean;
  /** True if the preview isn't current and no new one is being requested. */
  hasFailed: boolean;
  /** True for a moment after the card's content changed: protects against accidental clicks. */
  isHeld: boolean;
  /** True while a decision is being sent, and then until it is stored. */
  isDeciding: boolean;
}

/** The buttons that an approval card offers, and the reason why approving is blocked. */
export interface OfferedActions {
  /** Names the act, and the number of calls or parts that it concerns. */
  approveLabel: string;
  /** Label of the button that approves the first call alone; null if it isn't offered. */
  approveFirstLabel: string | null;
  /** A sentence with the reason why approving is blocked; null if it isn't. */
  waitsFor: string | null;
}

export function offeredActions(inputs: ActionInputs): OfferedActions {
  const { open, dryRunOf, cardState } = inputs;
  const asked = open.filter(({ isAsked }) => isAsked);
  const isTicked = (call: ApprovalCall) => callStateOf(cardState, call.executionId).isTicked;
  const ticked = asked.filter(isTicked);
  const acts = new Set((ticked.length === 0 ? asked : ticked).map((call) => callAct(call, dryRunOf(call))));
  const isRun = acts.has('run') || acts.has('send');
  const first = asked.length > 1 && asked.slice(0, 1).some(isTicked);
  return {
    approveLabel: approveLabel(inputs, ticked, isRun),
    approveFirstLabel: first ? t(isRun ? 'approval.actions.runFirst' : 'approval.actions.applyFirst') : null,
    waitsFor: waitsFor(inputs, ticked),
  };
}

function approveLabel(
  { open, dryRunOf, cardState }: ActionInputs,
  ticked: readonly ApprovalCall[],
  isRun: boolean,
): string {
  const [only, ...others] = ticked;
  const isAlone = open.filter(({ isAsked }) => isAsked).length === 1;
  if (only === undefined) return t(isRun ? 'approval.actions.run' : 'approval.actions.apply');
  const dryRun = dryRunOf(only);
  const act = callAct(only, dryRun);
  if (others.length > 0 || (!isAlone && (act === 'apply' || act === 'run'))) {
    const key = isRun ? 'approval.actions.runCalls' : 'approval.actions.applyChanges';
    return t(key, { count: ticked.length });
  }
  const { leftOut } = callStateOf(cardState, only.executionId);
  const rows = dryRun?.rows.length ?? 0;
  if (isAlone && leftOut.length > 0 && rows > 0) {
    return t('approval.actions.applyParts', { count: rows, chosen: rows - leftOut.length });
  }
  return t(`approval.actions.${act}`);
}

function waitsFor(inputs: ActionInputs, ticked: readonly ApprovalCall[]): string | null {
  const { isReadOnly, problemCount, isPreviewPending, hasFailed, isHeld, isDeciding } = inputs;
  if (isDeciding) return t('approval.wait.deciding');
  if (isReadOnly) return t('approval.wait.readOnly');
  if (ticked.length === 0) return t('approval.wait.nothing');
  if (problemCount > 0) {
    return t('approval.wait.problems', { count: problemCount });
  }
  if (isPreviewPending) return t('approval.wait.preview');
  if (hasFailed) return t('approval.wait.failed');
  // '' for a call that quotes nothing.
  const quoted = ticked.map((call) => quotedOf(inputs.dryRunOf(call)) ?? '');
  if (quoted.some((text) => text.length > MAX_QUOTED_CHARS && !inputs.cardState.readTexts.includes(text)))
    return t('approval.wait.unread');
  return isHeld ? t('approval.wait.held') : null;
}
