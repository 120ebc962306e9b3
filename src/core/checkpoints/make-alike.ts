import type { StateDifference } from '@/src/schema/change';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { effectOfState, outsideEffectBefore } from '../adapter/saving';
import { textError } from '../errors';
import { hashJson } from '../hash';
import { boundPage } from '../records/record-access';
import { changedSincePreview } from '../shared-errors';
import { shortList } from '../text/short-list';
import { acceptState } from './accept-state';
import { restoreFacts } from './restore-unsaved-changes';
import type { ReversalKind } from './reversal';
import { readPageInputs, type ShownBasis, shownBasis } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

export interface AlikePreview extends ShownBasis {
  kind: 'make-alike';
  /** The changes of the page; empty if it has everything already. */
  differences: StateDifference[];
  /** The effect on others and on what is saved, and what the page can't take, in sentences. */
  note: Said;
  /** Hash of the page's state afterwards. The command that confirms the preview repeats it, since the other site may change, too. */
  wantedHash: string;
}

/** Most names in the sentence on what is left out. */
const MAX_NAMED = 10;

/** Gives the page of a member of a chat about several sites what another member's page has, as far as the adapter can. */
export const makeAlike: ReversalKind<
  { fromChatId: string; wantedHash: string },
  AlikePreview,
  { fromChatId: string }
> = {
  basis: ({ stateHash }) => ({ stateHash }),

  async preview(deps, chatId, { fromChatId }) {
    const { inputs, state, left } = await readAlike(deps, chatId, fromChatId);
    const { adapter, reading, now } = inputs;
    const { text } = await effectOfState(adapter, reading.context, state);
    return {
      kind: 'make-alike',
      ...shownBasis(inputs),
      differences: adapter.diffState(now, state),
      note: sentences(text, outsideEffectBefore(adapter, reading.context), ...left),
      wantedHash: hashJson(state),
    };
  },

  async read(deps, chatId, { fromChatId, wantedHash }) {
    const { inputs, state, origin } = await readAlike(deps, chatId, fromChatId);
    return {
      inputs,
      async prepare() {
        if (hashJson(state) !== wantedHash) throw changedSincePreview();
        const { forAudit, ...facts } = restoreFacts(inputs, state);
        const request = { like: origin, ...forAudit.request };
        return {
          state,
          calls: [],
          // The next message reports the changes to the model.
          facts: async () => ({ ...facts, carried: null, forAudit: { ...forAudit, request } }),
        };
      },
    };
  },
};

/**
 * Reads both pages. `left`: sentences on what stays different; `origin`: that of the other page. Rejects with `not-found` unless both
 * chats are members of the same chat with the same adapter, and it can make sites alike.
 */
async function readAlike(deps: RollbackDeps, chatId: string, fromChatId: string) {
  const record = await deps.journal.load(chatId);
  const { chat: from } = await deps.journal.load(fromChatId);
  const { memberOf } = record.chat;
  const { adapterId, origin } = boundPage(from);
  const inputs = await readPageInputs(deps, record);
  const { adapter, now, reading } = inputs;
  const isAllowed =
    memberOf !== undefined && memberOf === from.memberOf && adapterId === boundPage(record.chat).adapterId;
  if (!isAllowed || adapter.portableState === undefined) {
    throw textError('not-found', 'error.checkpoints.notAlike');
  }
  const { context } = await deps.page.readContext(from);
  const portable = adapter.portableState(context, reading.context);
  // Without `takeable`, a page takes any state.
  const taken = adapter.takeable?.(now, portable.state, reading.context) ?? { ...portable, left: [] };
  const names = shortList(portable.left, portable.left.length, MAX_NAMED);
  return {
    inputs,
    state: acceptState(adapter, taken.state),
    left: [...taken.left, names.length === 0 ? null : say('said.sites.left', { names })],
    origin,
  };
}
