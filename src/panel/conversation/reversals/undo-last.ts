import type { ShownBasis } from '@/src/core/checkpoints/rollback-inputs';
import { isStewardError, type StewardError, textError } from '@/src/core/errors';
import { errorOnSite } from '@/src/core/targets/error-on-site';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { query } from '@/src/panel/data/stored-data';
import type { SiteChange } from '@/src/store/queries';

/** Maximum number of answers that are tried; answers that were undone already are tried and skipped. */
const MAX_TRIED = 20;

/**
 * Undoes the changes of the chat's last answer that are still on the page, or on its sites: one after the other, the last one first, also
 * after one that can't be undone. Rejects with `not-found` if there are none, with
 * `page-changed` if the user asked for it on another page, or with the error of the command that failed.
 *
 * @param isItsPage true if the panel shows the page on which the user asked for it
 */
export async function undoLast(chatId: string | null, isItsPage: boolean): Promise<void> {
  if (chatId === null) throw nothingToUndo();
  if (!isItsPage) throw textError('page-changed', 'checkpoints.undoLast.otherPage');
  const { entries } = await query(({ checkpointsOf }) => checkpointsOf(chatId));
  const answers = entries
    .filter(({ reason }) => reason === 'before-changes')
    .map(({ id }) => [() => undo(chatId, id)]);
  // One of the two is empty: a chat about several sites takes no checkpoints.
  const ofSites = (await query(({ siteChanges }) => siteChanges(chatId))).map((changes) =>
    changes.toReversed().map((change) => () => undoOnSite(change)),
  );
  for (const undos of [...answers, ...ofSites].slice(0, MAX_TRIED)) {
    let isDone = false;
    const errors: unknown[] = [];
    for (const one of undos) {
      isDone = (await one().catch((error: unknown) => errors.push(error))) !== false || isDone;
    }
    if (errors.length > 0) throw errors[0];
    if (isDone) return;
  }
  throw nothingToUndo();
}

/** Undoes the changes of an answer. Resolves to false if nothing is left to undo. */
async function undo(chatId: string, checkpointId: string): Promise<boolean> {
  const target = { kind: 'undo', checkpointId } as const;
  const shown = await basisOfUndo(chatId, target);
  if (shown !== null) await sendCommand({ type: 'reverse', chatId, target, shown });
  return shown !== null;
}

/** As {@link undo}, for the part of one site; the error names the site. */
function undoOnSite({ chatId, name, checkpoint }: SiteChange): Promise<boolean> {
  return undo(chatId, checkpoint.id).catch((error: unknown) => {
    throw errorOnSite(name, error);
  });
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
