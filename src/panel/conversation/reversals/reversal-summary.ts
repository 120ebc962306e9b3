import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import type { UndoPreview } from '@/src/core/checkpoints/undo';
import { type Said, type SaidText, say, sentences } from '@/src/schema/values/said';
import {
  effectOnOthers,
  type ManualChangesChoice,
  openConflicts,
  type ShownPreview,
  shownDifferences,
} from './reversal';

/**
 * Effect of a reversal in sentences: on the page, on the conversation and on what is saved. Empty for an offer to restore, whose card
 * describes it.
 */
export function reversalSummary(preview: ShownPreview, choice: ManualChangesChoice): Said {
  if (preview.kind === 'make-alike') return preview.note;
  if (preview.kind !== 'rollback' && preview.kind !== 'undo') return '';
  if (preview.kind === 'undo' && preview.blockers.length > 0) return say('checkpoints.effect.notAlone');
  const { text = null } = { ...effectOnOthers(preview, choice) };
  return sentences(effect(preview, choice), text, preview.savedNote);
}

function effect(preview: RollbackPreview | UndoPreview, choice: ManualChangesChoice): Said {
  const open = openConflicts(preview, choice);
  if (open > 0) return say('checkpoints.effect.conflicts', { count: open });
  const changes = shownDifferences(preview, choice).length;
  const { setAside, broughtBack } = messagesOf(preview);
  if (changes + setAside + broughtBack === 0) return say('checkpoints.effect.nothing');
  const setsAside = setAside > 0 ? say('checkpoints.effect.setAside', { count: setAside }) : null;
  const bringsBack = broughtBack > 0 ? say('checkpoints.effect.bringBack', { count: broughtBack }) : null;
  if (preview.kind === 'rollback' && preview.isRedo && changes + broughtBack > 0) {
    return sentences(changes === 0 ? bringsBack : redone(changes, broughtBack), setsAside);
  }
  return sentences(
    changes > 0 ? say('checkpoints.effect.undo', { count: changes }) : null,
    setsAside,
    bringsBack,
    changes === 0 ? say('checkpoints.effect.pageStays') : null,
    setAside + broughtBack === 0 ? say('checkpoints.effect.messagesStay') : null,
  );
}

function redone(changes: number, messages: number): SaidText {
  return messages === 0
    ? say('checkpoints.effect.redo', { count: changes })
    : say('checkpoints.effect.redoWithMessages', { changes, messages });
}

/** Numbers of messages that the reversal sets aside and brings back. An undo leaves the conversation as it is. */
function messagesOf(preview: RollbackPreview | UndoPreview): { setAside: number; broughtBack: number } {
  if (preview.kind === 'undo') return { setAside: 0, broughtBack: 0 };
  return { setAside: preview.messagesSetAside, broughtBack: preview.messagesBroughtBack };
}
