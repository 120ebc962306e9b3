import { english } from '@/src/core/text/english';
import { hasCode, textError, toErrorInfo } from '../errors';
import { logFailure } from '../logging/log-failure';
import type { EventBus } from '../ports/event-bus';
import { stopped } from '../shared-errors';
import { createInFlight, type SideRequestName } from './in-flight';
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
   * Requests a summary. Returns false if the user cancelled it or deleted the chat meanwhile. Rejects as {@link requestSummary}
   * does, and with `busy` while one is being written.
   */
  summarize(chatId: string): Promise<boolean>;
  /** Cancels the request for a summary, if there is one. */
  cancelSummary(chatId: string): void;
  /**
   * Cancels the requests of a chat that the user has deleted, or of all chats for null. Resolves once nothing more is stored for
   * them. A deleted chat has no new ones, so call it after the chat is marked as deleted.
   */
  abandon(chatId: string | null): Promise<void>;
  summaries: SummaryControls;
  /** True while a side request of any chat is in flight. */
  isBusy(): boolean;
}

export function createSideRequests(deps: SideDeps): SideRequests {
  const inFlight = createInFlight();
  /** Chats whose title could not be generated. They keep their first one: a second request would most likely fail too. */
  const failed = new Set<string>();

  const isSummarizing = (chatId: string) =>
    inFlight.has((one) => one.chatId === chatId && one.kind === 'summary');

  function cancel({ chatId, kind }: SideRequestName): void {
    inFlight.cancel((one) => one.chatId === chatId && one.kind === kind, stopped());
  }

  /** Never rejects. */
  async function nameChat(chatId: string): Promise<void> {
    if (failed.has(chatId) || inFlight.isActive(chatId)) return;
    try {
      await inFlight.run({ chatId, kind: 'title' }, (signal) => requestTitle(deps, chatId, signal));
    } catch (error) {
      // Cancelled by the next message, or with the chat's deletion: the end of the next run requests the title again.
      if (isCancelled(error)) return;
      const { code, message } = toErrorInfo(error);
      if (code === 'budget-reached') {
        // Not a failure: after the user has raised the budget, the end of the next run requests the title.
        const text = `The chat keeps its first title for now. ${english(message)}`;
        logFailure(deps.logger.info, 'chat.title', text, error, { chatId });
        return;
      }
      failed.add(chatId);
      const text = `The chat keeps its first title: ${english(message)}`;
      logFailure(deps.logger.warning, 'chat.title', text, error, { chatId });
    }
  }

  async function writeSummary(chatId: string): Promise<void> {
    let isStored = false;
    try {
      await inFlight.run({ chatId, kind: 'summary' }, (signal) => requestSummary(deps, chatId, signal));
      isStored = true;
    } finally {
      deps.onSummary(chatId, { type: 'ended', isStored });
    }
  }

  return {
    summaries: createSummaryControls(deps),
    isBusy: () => inFlight.has(() => true),

    emit({ chatId }, event) {
      if (event.type === 'session-started') cancel({ chatId, kind: 'title' });
      if (event.type === 'session-ended' && event.reason === 'completed') void nameChat(chatId);
    },

    async summarize(chatId) {
      if (isSummarizing(chatId)) throw textError('busy', 'error.sideRequests.summarizing');
      // The user waits for the summary. The title is less urgent, and is requested again after the next run.
      cancel({ chatId, kind: 'title' });
      try {
        await writeSummary(chatId);
        return true;
      } catch (error) {
        if (isCancelled(error)) return false;
        throw error;
      }
    },

    cancelSummary: (chatId) => cancel({ chatId, kind: 'summary' }),

    async abandon(chatId) {
      const found = inFlight.cancel((one) => chatId === null || one.chatId === chatId, stopped());
      for (const one of found.cancelled) {
        const message = `The request for a ${one.kind} was cancelled, because the chat is deleted.`;
        deps.logger.info(`chat.${one.kind}`, message, { chatId: one.chatId });
      }
      await found.ended;
    },
  };
}

function isCancelled(error: unknown): boolean {
  return hasCode(error, 'aborted');
}
