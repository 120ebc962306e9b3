import type { PageDetector, PageHalf, StateHalf } from '@/src/core/adapter/page-half';
import { isStewardError, StewardError } from '@/src/core/errors';
import type { PageLook } from '@/src/core/records/execution-outcome';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import { createHalfHost, type StateReply, toReply } from '@/src/page-host/half-host';
import type { Json } from '@/src/schema/values/json';
import { i18n } from '@/src/texts/i18n';
import type { PageButton } from './page-button';
import type { PageLock } from './page-lock/page-lock';
import { isPageMessage, readPageRequest } from './read-page-request';

/** Changes within this time are sent as one notice. */
export const NOTICE_DELAY_MS = 100;

export interface AdapterHostDeps {
  /**
   * In the order in which they are tried on a page. An adapter whose state half runs in the background has only a
   * detector here.
   */
  halves: readonly (PageHalf | PageDetector)[];
  /** Hash of a restorable state, as 64 hexadecimal digits. */
  hash: (state: Json) => string;
  /** The only extension whose requests are accepted. */
  extensionId: string;
  /**
   * Notifies the background that the page's state changed. `outdated`: the newest reading before the last change; its
   * number is 0 if there was none.
   */
  notify: (outdated: PageLook) => void;
  pageLock: Omit<PageLock, 'end'>;
  pageButton: PageButton;
  /** The text that the user has selected; empty if there is none. */
  readSelection: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The parts of a message's sender that the host checks. */
export interface MessageSender {
  id?: string | undefined;
  tab?: unknown;
}

/** Hosts the page halves in one document and answers the background's requests. */
export interface AdapterHost {
  /** Answers a request of the background, never rejecting; undefined for every other message. */
  handleMessage(message: unknown, sender: MessageSender): Promise<StateReply> | undefined;
  /**
   * Called when the browser restores the document from the back/forward cache: other documents were shown meanwhile.
   */
  noteReturn(): void;
}

/** Runs all operations of the page halves: validated, at most once per execution id, and with a time limit. */
export function createAdapterHost({
  halves,
  hash,
  extensionId,
  notify,
  pageLock,
  pageButton,
  readSelection,
  now,
}: AdapterHostDeps): AdapterHost {
  /**
   * The newest reading at the page's last change; null before any change. A reading in progress at that moment may miss
   * the change.
   */
  let outdated: PageLook | null = null;
  const subscribed = new Set<string>();
  /** Never aborted: used for work without a time limit, which lives as long as the document. */
  const lifetime = new AbortController().signal;
  const stateHost = createHalfHost({
    halfOf,
    hash,
    now,
    runOwnAction: (work) => pageLock.runOwnAction(work),
  });
  let noticeTimer: ReturnType<typeof setTimeout> | null = null;

  function halfOf(adapterId: string): StateHalf {
    const half = halves.find((candidate) => candidate.id === adapterId);
    if (half !== undefined && 'getContext' in half) return half;
    throw unknownAdapter(adapterId);
  }

  function scheduleNotice(): void {
    outdated = stateHost.newestLook();
    if (noticeTimer !== null) return;
    noticeTimer = setTimeout(() => {
      noticeTimer = null;
      if (outdated !== null) notify(outdated);
    }, NOTICE_DELAY_MS);
  }

  async function identify(): Promise<PageAnswers['identify']> {
    let firstError: unknown = null;
    for (const half of halves) {
      if (half.takesAnyPage === true && isRecognized(firstError)) break;
      const identity = await half.detect(lifetime).catch((error: unknown) => {
        // The other adapters are tried before the error is reported.
        firstError ??= error;
        return null;
      });
      if (identity === null) continue;
      if (!subscribed.has(half.id)) {
        subscribed.add(half.id);
        half.subscribe(scheduleNotice, lifetime);
      }
      return { adapterId: half.id, identity };
    }
    if (firstError !== null) throw firstError;
    return null;
  }

  async function show({ adapterId, text }: Extract<PageRequest, { type: 'show' }>): Promise<boolean> {
    // An adapter that can show nothing has nothing in sight.
    return halves.find(({ id }) => id === adapterId)?.show?.(text, lifetime) ?? false;
  }

  async function answer(request: PageRequest): Promise<StateReply> {
    switch (request.type) {
      case 'identify':
        return toReply(identify());
      case 'get-selection':
        return { ok: true, value: readSelection() };
      case 'show':
        return toReply(show(request));
      case 'lock':
        pageLock.lock(request);
        return { ok: true, value: null };
      case 'unlock':
        pageLock.unlock(request.leaseId);
        return { ok: true, value: null };
      case 'page-button':
        if (request.isShown) pageButton.show();
        else pageButton.hide();
        return { ok: true, value: null };
      default:
        return stateHost.answer(request);
    }
  }

  return {
    noteReturn() {
      stateHost.beginDocument();
      scheduleNotice();
    },
    handleMessage(message, sender) {
      if (!isPageMessage(message)) return undefined;
      // The background has no tab. Senders in a tab, such as extension pages, are rejected.
      if (sender.id !== extensionId || sender.tab !== undefined) return undefined;
      const request = readPageRequest(message.request);
      return request === null ? toReply(Promise.reject(unreadableRequest())) : answer(request);
    },
  };
}

/** True for the error of an adapter that recognized its page and can't work with it. */
function isRecognized(error: unknown): boolean {
  return isStewardError(error) && error.code === 'page-protocol';
}

function unknownAdapter(adapterId: string): StewardError {
  return new StewardError('page-unknown', i18n.t('content.error.noAdapter', { adapter: adapterId }), {
    remedy: i18n.t('content.error.remedy'),
  });
}

function unreadableRequest(): StewardError {
  return new StewardError('internal', i18n.t('content.error.unreadable'), {
    remedy: i18n.t('content.error.remedy'),
  });
}
