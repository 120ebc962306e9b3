import type { StateDifference } from '@/src/schema/change';
import type { RollbackMessage, SavedSince } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';
import type { SavingCapability } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { type StewardError, textError } from '../errors';
import { hashJson } from '../hash';
import { samePage } from '../records/chat';
import { conversation } from '../records/message';
import { restoreFacts } from './restore-unsaved-changes';
import type { ReversalKind } from './reversal';
import { type PageInputs, readPageInputs, type ShownBasis, shownBasis } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** The actions that are offered to the user after a rollback past a save, which leaves the saved state in effect. */
export interface SavedOffer extends ShownBasis {
  kind: 'restore-saved';
  /** A sentence that says who still gets the saved state. */
  note: Said;
  /** Restores the earlier saved state on the page; null if the page is in that state already, or can't be put into it. */
  restore: { label: Said; differences: StateDifference[] } | null;
  /** True if the page has unsaved changes that its adapter can save. */
  canSave: boolean;
}

/** The save that the newest rollback went past, and what can be done about it. */
interface PassedSave {
  since: SavedSince;
  inputs: PageInputs;
  saving: SavingCapability;
  /** The page's state with what was saved before the save as unsaved changes; null if the page can't be put into that state. */
  state: Json | null;
}

/**
 * Restores what the page had saved before the save that the newest rollback went past, as unsaved changes. Its preview
 * is null if there is no such save, or the saved state changed since. The preview is computed from messages and page, so the offer
 * ends when either changes.
 */
export const restoreSaved: ReversalKind<object, SavedOffer | null> = {
  basis: (shown) => shown,

  async preview(deps, chatId) {
    const found = await readPassedSave(deps, chatId);
    if (found === null) return null;
    const { inputs, saving, state } = found;
    const { adapter, reading, now } = inputs;
    const differences = state === null ? [] : adapter.diffState(now, state);
    return {
      kind: 'restore-saved',
      note: saving.words.stillSaved,
      ...shownBasis(inputs),
      restore: differences.length === 0 ? null : { label: saving.words.restore, differences },
      canSave: saving.tool !== null && saving.unsavedNote(reading.context) !== null,
    };
  },

  async read(deps, chatId) {
    const found = await readPassedSave(deps, chatId);
    const state = found?.state ?? null;
    if (found === null || state === null) throw nothingToRestore();
    const { since, inputs } = found;
    return {
      inputs,
      async prepare() {
        if (hashJson(state) === inputs.reading.stateHash) throw nothingToRestore();
        return {
          state,
          calls: [],
          // The next message reports the changes to the model.
          facts: async () => {
            const { forAudit, ...facts } = restoreFacts(inputs, state);
            const request = { savedBefore: since.executionId, ...forAudit.request };
            return { ...facts, carried: null, forAudit: { ...forAudit, request } };
          },
        };
      },
    };
  },
};

async function readPassedSave(deps: RollbackDeps, chatId: string): Promise<PassedSave | null> {
  const record = await deps.journal.load(chatId);
  const row = conversation(record.messages).findLast(
    (message): message is RollbackMessage => message.role === 'rollback' && message.savedSince !== null,
  );
  const since = row?.savedSince ?? null;
  if (row === undefined || since === null) return null;
  const safety = await deps.checkpointStore.byId(row.safetyCheckpointId);
  if (safety === null || !samePage(safety.page, record.chat.binding)) return null;
  const inputs = await readPageInputs(deps, record);
  const { adapter, reading } = inputs;
  const { saving } = adapter;
  // On a page that applies changes without a save, others get the page's state.
  if (saving === undefined || saving.isBypassed(reading.context)) return null;
  if (hashJson(saving.savedState(reading.context)) !== since.savedHash) return null;
  const commit = (await deps.journal.executionById(since.executionId))?.write ?? null;
  const savedBefore = commit?.savedBefore ?? null;
  const state = savedBefore === null ? null : saving.stateFromSaved(reading.context, savedBefore);
  return { since, inputs, saving, state };
}

/** The name of the tool that saves the chat's page. Rejects with `not-found` if there is none. */
export async function saveToolOf(
  deps: Pick<RollbackDeps, 'adapters'> & { journal: Pick<RollbackDeps['journal'], 'load'> },
  chatId: string,
): Promise<string> {
  const { chat } = await deps.journal.load(chatId);
  const tool = adapterFor(chat, deps.adapters).saving?.tool ?? null;
  if (tool !== null) return tool;
  throw textError('not-found', 'error.checkpoints.noSaveTool');
}

function nothingToRestore(): StewardError {
  return textError('not-found', 'error.checkpoints.noEarlierSave');
}
