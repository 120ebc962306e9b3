import { isStewardError, StewardError, toErrorInfo } from '../errors';
import { errorFacts } from '../logging/error-log-level';
import type { EventBus } from '../ports/event-bus';
import type { Asked } from './prepare-side-request';
import { requestSummary } from './request-summary';
import { requestTitle } from './request-title';
import type { SideDeps } from './side-deps';
import { createSummaryControls, type SummaryControls } from './summary-controls';

/**
 * Requests of a chat that belong to no run: its title, and summaries of its conversation. They are in memory only while they
 * are in flight, and are stored as a whole or not at all. Listens to the loop's events: the end of a run starts the request for
 * a title, and the start of the next one cancels it.
 */
export interface SideRequests extends EventBus {
  /**
   * Requests a summary. Returns false if the user cancelled it. Rejects as {@link requestSummary} does, and with `busy`
   * while one is being written.
   */
  summarize(chatId: string): Promise<boolean>;
  /** Cancels the request for a summary, if there is one. */
  cancelSummary(chatId: string): void;
  summaries: SummaryControls;
  isSummarizing(chatId: string): boolean;
  /** True while a side request of any chat is in flight. */
  isBusy(): boolean;
}

interface InFlight {
  kind: Asked['kind'];
  controller: AbortController;
}

export function createSideRequests(deps: SideDeps): SideRequests {
  /** At most one for each chat. */
  const inFlight = new Map<string, InFlight>();
  /** Chats whose title could not be generated. They keep their first one: a second request would most likely fail too. */
  const failed = new Set<string>();

  async function fly<Result>(
    chatId: string,
    kind: Asked['kind'],
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const own: InFlight = { kind, controller: new AbortController() };
    inFlight.set(chatId, own);
    if (kind === 'summary') deps.onSummarizing(chatId);
    try {
      return await work(own.controller.signal);
    } finally {
      if (inFlight.get(chatId) === own) inFlight.delete(chatId);
      if (kind === 'summary') deps.onSummarizing(chatId);
    }
  }

  function cancel(chatId: string, kind: Asked['kind']): void {
    const found = inFlight.get(chatId);
    if (found?.kind === kind) found.controller.abort(cancelled());
  }

  /** Never rejects. */
  async function nameChat(chatId: string): Promise<void> {
    if (failed.has(chatId) || inFlight.has(chatId)) return;
    try {
      await fly(chatId, 'title', (signal) => requestTitle(deps, chatId, signal));
    } catch (error) {
      // Cancelled by the next message: the end of that run requests the title again.
      if (isCancelled(error)) return;
      failed.add(chatId);
      const info = toErrorInfo(error);
      const message = `The chat keeps its first title: ${info.message}`;
      deps.logger.warning('chat.title', message, { chatId, data: errorFacts(info) });
    }
  }

  return {
    summaries: createSummaryControls(deps),
    isSummarizing: (chatId) => inFlight.get(chatId)?.kind === 'summary',
    isBusy: () => inFlight.size > 0,

    emit({ chatId }, event) {
      if (event.type === 'session-started') cancel(chatId, 'title');
      if (event.type === 'session-ended' && event.reason === 'completed') void nameChat(chatId);
    },

    async summarize(chatId) {
      if (inFlight.get(chatId)?.kind === 'summary') throw alreadySummarizing();
      // The user waits for the summary, and nobody for the title, which is requested after the next run.
      cancel(chatId, 'title');
      try {
        await fly(chatId, 'summary', (signal) => requestSummary(deps, chatId, signal));
        return true;
      } catch (error) {
        if (isCancelled(error)) return false;
        throw error;
      }
    },

    cancelSummary: (chatId) => cancel(chatId, 'summary'),
  };
}

function cancelled(): StewardError {
  return new StewardError('aborted', 'The request was cancelled.', { remedy: 'Start it again.' });
}

function isCancelled(error: unknown): boolean {
  return isStewardError(error) && error.code === 'aborted';
}

function alreadySummarizing(): StewardError {
  return new StewardError('busy', 'The summary of this chat is being written.', {
    remedy: 'Wait for it, or cancel it.',
  });
}
