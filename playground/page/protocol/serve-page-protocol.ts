import type { PageController, PageStore } from '../state/page-controller';
import { answerRequest } from './answer-request';
import {
  NOTICE_EVENT,
  noticeDetail,
  parseRequest,
  REQUEST_EVENT,
  RESPONSE_EVENT,
  responseDetail,
} from './envelope';

/**
 * Serves the page protocol (docs/page-protocol.md) through events on `document`, until the signal aborts. Notices start
 * with the first `subscribe`; all changes of one task cause one notice, with the last revision.
 */
export function servePageProtocol(deps: {
  document: Document;
  store: PageStore;
  controller: PageController;
  title: string;
  signal: AbortSignal;
}): void {
  const { document, store, controller, title, signal } = deps;

  const send = (event: string, detail: string): void => {
    if (!signal.aborted) document.dispatchEvent(new CustomEvent(event, { detail }));
  };
  const subscribe = createNotices(store, signal, (revision) => send(NOTICE_EVENT, noticeDetail(revision)));

  const onRequest = (event: Event): void => {
    const request = parseRequest(event instanceof CustomEvent ? event.detail : null);
    if (!request) return;
    void answerRequest(request, { store, controller, title, subscribe }).then((body) =>
      send(RESPONSE_EVENT, responseDetail(request, body)),
    );
  };
  document.addEventListener(REQUEST_EVENT, onRequest, { signal });
}

function createNotices(store: PageStore, signal: AbortSignal, tell: (revision: number) => void): () => void {
  let isSubscribed = false;
  let toldRevision = 0;
  let isScheduled = false;

  const flush = (): void => {
    isScheduled = false;
    const { revision } = store.getState();
    if (revision === toldRevision) return;
    toldRevision = revision;
    tell(revision);
  };
  const onChange = (): void => {
    if (isScheduled || store.getState().revision === toldRevision) return;
    isScheduled = true;
    queueMicrotask(flush);
  };
  return () => {
    if (isSubscribed) return;
    isSubscribed = true;
    toldRevision = store.getState().revision;
    signal.addEventListener('abort', store.subscribe(onChange), { once: true });
  };
}
