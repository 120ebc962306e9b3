import type { ShownBasis } from '@/src/core/checkpoints/rollback-inputs';
import { isStewardError, type StewardError, textError } from '@/src/core/errors';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { query } from '@/src/panel/data/stored-data';

/** Maximum number of answers that are tried; answers that were undone already are tried and skipped. */
const MAX_TRIED = 20;

/**
 * Undoes the changes of the chat's last answer that are still on the page. Rejects with `not-found` if there are none, with
 * `page-changed` if the user asked for it on another page, or with the error of the command that failed.
 *
 * @param isItsPage true if the panel shows the page on which the user asked for it
 */
export async function undoLast(chatId: string | null, isItsPage: boolean): Promise<void> {
  if (chatId === null) throw nothingToUndo();
  if (!isItsPage) throw textError('page-changed', 'checkpoints.undoLast.otherPage');
  const { entries } = await query(({ checkpointsOf }) => checkpointsOf(chatId));
  const answers = entries.filter(({ reason }) => reason === 'before-changes').slice(0, MAX_TRIED);
  for (const { id: checkpointId } of answers) {
    const target = { kind: 'undo', checkpointId } as const;
    const shown = await basisOfUndo(chatId, target);
    if (shown === null) continue;
    await sendCommand({ type: 'reverse', chatId, target, shown });
    return;
  }
  throw nothingToUndo();
}

/**
 * Previews the undo of an answer, and returns the state that the preview is valid for; null if nothing is left to undo.
 */
async function basisOfUndo(chatId: string, target: PreviewedReversal): Promise<ShownBasis | null> {
  try {
    const preview = await sendCommand({ type: 'preview-reversal', chatId, target });
    return preview && { stateHash: preview.stateHash, position: preview.position };
  } catch (error) {
    if (isStewardError(error) && error.code === 'not-found') return null;
    throw error;
  }
}

/** The error of an undo in a chat whose answers have nothing left to undo. */
export function nothingToUndo(): StewardError {
  return textError('not-found', 'checkpoints.undoLast.nothing', { remedy: 'checkpoints.undoLast.remedy' });
}
