import { accountingRow } from '../history/accounting-row';
import { conversation } from '../records/message';
import { nextPosition } from '../records/record-access';
import type { SideDeps } from './side-deps';
import { assertOver, messagesBefore, summaryOf } from './summary-rules';

/**
 * The user's decisions on a summary. All reject with `not-found` if it is no longer part of the conversation, and with
 * `conflict` if another window has decided before.
 */
export interface SummaryControls {
  /** Stores the user's text of a draft. */
  edit(chatId: string, summaryId: string, text: string): Promise<void>;
  /** Makes a draft with this text the boundary. Rejects with `busy` while a run isn't over. */
  accept(chatId: string, summaryId: string, text: string): Promise<void>;
  /** Sets a draft and its request aside. */
  discard(chatId: string, summaryId: string): Promise<void>;
  /** Lifts the boundary: the messages before it are sent again. Rejects with `busy` while a run isn't over. */
  remove(chatId: string, summaryId: string): Promise<void>;
}

export function createSummaryControls(deps: SideDeps): SummaryControls {
  const { journal } = deps;

  /**
   * The changes of a summary's row for the user's text; `original` keeps the model's text. Empty while the user
   * hasn't changed that.
   */
  function textChanges({ content, original }: { content: string; original?: string }, text: string) {
    const written = original ?? content;
    return text === written && original === undefined ? {} : { content: text, original: written };
  }

  return {
    async edit(chatId, summaryId, text) {
      const summary = summaryOf(await journal.load(chatId), summaryId);
      const changes = textChanges(summary, text);
      await journal.changeSummary({ summaryId, from: 'draft', changes, setAside: [], accounting: null });
    },

    async accept(chatId, summaryId, text) {
      const record = await journal.load(chatId);
      assertOver(record);
      const summary = summaryOf(record, summaryId);
      const omitted = messagesBefore(conversation(record.messages), summary.position);
      const row = accountingRow(deps, {
        chatId,
        position: nextPosition(record.messages),
        createdAtMs: deps.clock.now(),
        reason: 'Summarized',
        discardedMessages: 0,
      });
      await journal.changeSummary({
        summaryId,
        from: 'draft',
        changes: { ...textChanges(summary, text), state: 'boundary' },
        setAside: [],
        accounting: { ...row, omittedMessages: omitted.length },
      });
    },

    async discard(chatId, summaryId) {
      const record = await journal.load(chatId);
      const summary = summaryOf(record, summaryId);
      const request = conversation(record.messages).findLast(
        ({ role, position }) => role === 'system-summary' && position < summary.position,
      );
      const setAside = [summaryId, ...(request === undefined ? [] : [request.id])];
      await journal.changeSummary({ summaryId, from: 'draft', changes: {}, setAside, accounting: null });
    },

    async remove(chatId, summaryId) {
      const record = await journal.load(chatId);
      assertOver(record);
      summaryOf(record, summaryId);
      const changes = { state: 'removed' } as const;
      await journal.changeSummary({ summaryId, from: 'boundary', changes, setAside: [], accounting: null });
    },
  };
}
