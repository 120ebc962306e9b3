import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import type { UndoPreview } from '@/src/core/checkpoints/undo';
import { listText } from '@/src/panel/kit/text/list-text';
import { i18n } from '@/src/texts/i18n';
import { type ManualChangesChoice, openConflicts, type ShownPreview, shownDifferences } from './reversal';

/**
 * Effect of a rollback or undo in sentences: on the page, on the conversation and on what is saved. Empty for an offer to
 * restore, whose card describes it.
 */
export function reversalSummary(preview: ShownPreview, choice: ManualChangesChoice): string {
  if (preview.kind !== 'rollback' && preview.kind !== 'undo') return '';
  if (preview.kind === 'undo' && preview.obstacles.length > 0) {
    return i18n.t('checkpoints.effect.notAlone');
  }
  return `${effect(preview, choice)} ${preview.savedNote}`.trim();
}

function effect(preview: RollbackPreview | UndoPreview, choice: ManualChangesChoice): string {
  const open = openConflicts(preview, choice);
  if (open > 0) return i18n.t('checkpoints.effect.conflicts', { count: open });
  const changes = shownDifferences(preview, choice).length;
  const { setAside, broughtBack } = messagesOf(preview);
  if (preview.kind === 'rollback' && preview.isRedo && changes + broughtBack > 0) {
    const back = [
      ...(changes > 0 ? [i18n.t('counts.changes', { count: changes })] : []),
      ...(broughtBack > 0 ? [i18n.t('counts.messages', { count: broughtBack })] : []),
    ];
    return [
      i18n.t('checkpoints.effect.redo', { back: listText(back) }),
      ...(setAside > 0 ? [i18n.t('checkpoints.effect.redoSetsAside', { count: setAside })] : []),
    ].join(' ');
  }
  const does = [
    ...(changes > 0 ? [i18n.t('checkpoints.effect.undo', { count: changes })] : []),
    ...(setAside > 0 ? [i18n.t('checkpoints.effect.setAside', { count: setAside })] : []),
    ...(broughtBack > 0 ? [i18n.t('checkpoints.effect.bringBack', { count: broughtBack })] : []),
  ];
  if (does.length === 0) return i18n.t('checkpoints.effect.nothing');
  return [
    i18n.t('checkpoints.effect.will', { actions: listText(does) }),
    ...(changes === 0 ? [i18n.t('checkpoints.effect.pageStays')] : []),
    ...(setAside + broughtBack === 0 ? [i18n.t('checkpoints.effect.messagesStay')] : []),
  ].join(' ');
}

/** Numbers of messages that the reversal sets aside and brings back. An undo leaves the conversation as it is. */
function messagesOf(preview: RollbackPreview | UndoPreview): { setAside: number; broughtBack: number } {
  if (preview.kind === 'undo') return { setAside: 0, broughtBack: 0 };
  return { setAside: preview.messagesSetAside, broughtBack: preview.messagesBroughtBack };
}
