import type { PageAdapter } from '@/src/adapters/page-halves';
import type { PageDetector, PageHalf, StateHalf } from '@/src/core/adapter/page-half';
import { isStewardError, type StewardError, textError } from '@/src/core/errors';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import type { PageLook } from '@/src/core/records/execution-outcome';
import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import { createHalfHost, type StateReply, toReply } from '@/src/page-host/half-host';
import { LIFETIME } from '@/src/page-host/page-operations';
import type { Json } from '@/src/schema/values/json';
import type { PageButton } from './page-button';
import type { PageLock } from './page-lock/page-lock';
import { isPageMessage, readPageRequest } from './read-page-request';

/** Changes within this time are sent as one notice. */
export const NOTICE_DELAY_MS = 100;

export interface AdapterHostDeps {
  document: Document;
  /** In the order in which they are tried on the document. */
  adapters: readonly PageAdapter[];
  /** True once the script with this adapter's page half was injected into the document. */
  hasScriptOf: (adapterId: string) => boolean;
  /** Hash of a restorable state, as 64 hexadecimal digits. */
  hash: (state: Json) => string;
  /** The only extension whose requests are accepted. */
  extensionId: string;
  /**
   * Notifies the background that the page's state changed. `outdated`: the newest reading before the last change; its
   * number is 0 if there was none.
   */
  notify: (outdated: PageLook) => void;
  /** Reports the progress of a change to the background. */
  report: (executionId: string, progress: ChangeProgress) => void;
  pageLock: Omit<PageLock, 'end'>;
  pageButton: PageButton;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The parts of a message's sender that the host checks. */
export interface MessageSender {
  id?: string | undefined;
  tab?: unknown;
}

/** Hosts the page halves of one document, of which most documents have one, and answers the background's requests. */
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
  document,
  adapters,
  hasScriptOf,
  hash,
  extensionId,
  notify,
  report,
  pageLock,
  pageButton,
  now,
}: AdapterHostDeps): AdapterHost {
  const { halfOf, identify } = createHalves(document, adapters, hasScriptOf);
  const stateHost = createHalfHost({
    halfOf: stateHalfOf,
    hash,
    now,
    report,
    runOwnAction: (work) => pageLock.runOwnAction(work),
  });
  /** The newest reading at the page's last change. A reading in progress at that moment may miss the change. */
  let outdated: PageLook;
  let noticeTimer: ReturnType<typeof setTimeout> | null = null;

  function scheduleNotice(): void {
    outdated = stateHost.newestLook();
    noticeTimer ??= setTimeout(() => {
      noticeTimer = null;
      notify(outdated);
    }, NOTICE_DELAY_MS);
  }

  async function stateHalfOf(adapterId: string): Promise<StateHalf> {
    const half = await halfOf(adapterId);
    if (half !== null && 'getContext' in half) return half;
    throw unknownAdapter(adapterId);
  }

  async function show({ adapterId, text }: Extract<PageRequest, { type: 'show' }>): Promise<boolean> {
    // An adapter without this function can't show anything.
    return (await halfOf(adapterId))?.show?.(text, LIFETIME) ?? false;
  }

  /** The text that the user has selected, cut to its limit; null without the script that reads any page. */
  async function readSelection(): Promise<string | null> {
    const text = (await halfOf('any-page'))?.readSelection?.() ?? null;
    // The ellipsis shows that the end is missing.
    return text === null || text.length <= MAX_SELECTION_LENGTH
      ? text
      : `${text.slice(0, MAX_SELECTION_LENGTH - 1)}…`;
  }

  async function answer(request: PageRequest): Promise<StateReply> {
    switch (request.type) {
      case 'identify':
        return toReply(identify(scheduleNotice));
      case 'get-selection':
        return toReply(readSelection());
      case 'show':
        return toReply(show(request));
      case 'lock':
        pageLock.lock(request);
        break;
      case 'unlock':
        pageLock.unlock(request.leaseId);
        break;
      case 'page-button':
        if (request.isShown) pageButton.show();
        else pageButton.hide();
        break;
      case 'execute':
      case 'apply-state': {
        const before = stateHost.newestLook();
        const reply = await stateHost.answer(request);
        if (noticeTimer === null) {
          // Not every page reports changes that are made over its server's API, so the host does. The reply has the state after the change,
          // so only readings before the change are outdated.
          scheduleNotice();
          outdated = before;
        }
        return reply;
      }
      default:
        return stateHost.answer(request);
    }
    return { ok: true, value: null };
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

/** Creates the page halves of one document. */
function createHalves(
  document: Document,
  adapters: readonly PageAdapter[],
  hasScriptOf: (adapterId: string) => boolean,
) {
  /**
   * The page halves in this document. An adapter whose state half runs in the background has only a detector here. The host subscribes to
   * each once it has recognized the page.
   */
  const halves = new Map<string, Promise<PageHalf | PageDetector>>();
  const subscribed = new Set<string>();

  /** The page half of an adapter; null if the adapter's script is missing. */
  function halfOf(adapterId: string): Promise<PageHalf | PageDetector> | null {
    const existing = halves.get(adapterId);
    if (existing !== undefined) return existing;
    const adapter = adapters.find(({ id }) => id === adapterId);
    if (adapter === undefined || !hasScriptOf(adapterId)) return null;
    const half = adapter.load().then((create) => create(document));
    halves.set(adapterId, half);
    return half;
  }

  return {
    halfOf,

    /** The adapter that recognizes the document, with the page's identity. `onChange` is called after changes of its state from then on. */
    async identify(onChange: () => void): Promise<PageAnswers['identify']> {
      let firstError: unknown = null;
      for (const { id, sign } of adapters) {
        if (sign.takesAnyPage === true && isRecognized(firstError)) break;
        if (!sign.isIn(document)) continue;
        const half = await halfOf(id);
        if (half === null) return { missing: id };
        const identity = await half.detect(LIFETIME).catch((error: unknown) => {
          // The other adapters are tried before the error is reported.
          firstError ??= error;
          return null;
        });
        if (identity === null) continue;
        if (!subscribed.has(half.id)) {
          subscribed.add(half.id);
          half.subscribe(onChange, LIFETIME);
        }
        return { adapterId: half.id, identity };
      }
      if (firstError !== null) throw firstError;
      return null;
    },
  };
}

/** True for the error of an adapter that recognized its page and can't work with it. */
function isRecognized(error: unknown): boolean {
  return isStewardError(error) && error.code === 'page-protocol';
}

function unknownAdapter(adapterId: string): StewardError {
  return textError('page-unknown', 'error.content.noAdapter', {
    remedy: 'remedy.reloadPage',
    details: adapterId,
  });
}

function unreadableRequest(): StewardError {
  return textError('internal', 'error.content.unreadable', { remedy: 'remedy.reloadPage' });
}
