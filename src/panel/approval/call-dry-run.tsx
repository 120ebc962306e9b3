import { Sentence } from '@/src/panel/kit/text/sentence';
import type { ApprovalCall } from '@/src/schema/approval';
import type { CallDryRun, EffectList } from '@/src/schema/dry-run';
import { t, wordsOf } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import { callAct } from './call-act';
import { effectOf } from './call-text';
import { useOpenCall } from './open-card';
import { RowChoices } from './row-choices';

/** The result of a call's dry run: the effect, or why there would be none. Renders nothing without a dry run. */
export function DryRunSentence({ dryRun }: { dryRun: CallDryRun | null }) {
  if (dryRun === null) return null;
  return (
    <p>
      <Sentence text={effectOf(dryRun)} />
    </p>
  );
}

const SIGNS: Readonly<Record<EffectList['kind'], string>> = { loss: '−', gain: '+', warning: '!' };

/** The effect of a call in a few characters, such as `−13 +2`, or in a word if no names are affected. */
export function CallEffect({ call }: { call: ApprovalCall }) {
  const { dryRun } = useOpenCall(call);
  const counts =
    dryRun?.kind === 'change' ? dryRun.preview.effects.filter(({ kind }) => kind !== 'warning') : [];
  return (
    <>
      {!call.isAsked && <span>{t('approval.call.allowed')}</span>}
      {counts.map(({ kind, title, total }) => {
        const words = wordsOf(title);
        return (
          <span key={`${kind} ${words}`} data-kind={kind} title={words}>
            <span className="visually-hidden">{words}: </span>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            {formatNumber(total)}
          </span>
        );
      })}
      {counts.length === 0 && call.isAsked && <span>{effectWord(call, dryRun)}</span>}
    </>
  );
}

function effectWord(call: ApprovalCall, dryRun: CallDryRun | null): string {
  if (dryRun?.kind === 'failure') return t('approval.call.noChange');
  const act = callAct(call, dryRun);
  if (act === 'run') return t('approval.call.unknown');
  // An adapter that can count the unaffected items also lists the affected ones. So if `unchanged` is stated and no item is listed, the
  // call has no effect.
  if (act === 'apply' && dryRun?.preview.unchanged !== null) return t('approval.call.noEffect');
  const amount = dryRun?.preview.differences.length ?? 0;
  return amount === 0 ? '' : t('counts.changes', { count: amount });
}

/** The rows of a call, which the user can omit one by one. Renders nothing if the call has no rows or needs no approval. */
export function CallRows({ call }: { call: ApprovalCall }) {
  const { dispatch, callState, dryRun } = useOpenCall(call);
  const { executionId, isAsked } = call;
  if (dryRun === null || !isAsked) return null;
  return (
    <RowChoices
      rows={dryRun.rows}
      leftOut={callState.leftOut}
      onLeaveOut={(rowIds, isLeftOut) => dispatch({ type: 'leave-out', executionId, rowIds, isLeftOut })}
    />
  );
}
