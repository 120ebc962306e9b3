import type { PageHalf, PageIdentity } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { type PageProtocolClient, PROTOCOL_VERSION } from '../page-protocol-client';
import { type ModelFilterContext, restorableState } from './model-filter-context';
import { isChange, isLook, type PageOperation, performOperation, WRONG_WAY } from './page-operation';
import { createPageOverProtocol } from './page-over-protocol';
import type { ModelFilterReading } from './read-page-state';

/** Waits for the page to answer `hello`, one attempt after another: 2,000 ms in all. A page that loads answers late. */
const HELLO_TIMEOUTS_MS = [100, 200, 500, 1_200];
const SUBSCRIBE_TIMEOUT_MS = 10_000;
/** Bounds of the messages in which an identity travels. */
const MAX_IDENTITY_LENGTH = 200;

/** The model-filter page's half in the content script: it speaks the page protocol, for tools that run elsewhere. */
export function createModelFilterPage(client: PageProtocolClient): PageHalf {
  const pageUntil = (signal: AbortSignal) => createPageOverProtocol(client, signal);
  /** The reading made last, for a change that follows it. */
  let lastReading: ModelFilterReading | null = null;
  return {
    id: 'model-filter',
    detect: (signal) => detectPage(client, signal),
    async getContext(signal) {
      lastReading = await pageUntil(signal).reading();
      return lastReading.context;
    },
    // What the host hands in is what getContext resolved with.
    stateOf: (context) => restorableState(context as unknown as ModelFilterContext),
    applyState: (state, signal) => pageUntil(signal).restore(state),
    query: async (_tool, args, signal) =>
      isLook(args) ? performOperation(pageUntil(signal), args as PageOperation) : WRONG_WAY,
    async execute(_tool, args, signal) {
      if (!isChange(args)) return { result: WRONG_WAY, state: null };
      const page = createPageOverProtocol(client, signal, lastReading);
      lastReading = null;
      const result = await performOperation(page, args as PageOperation);
      return { result, state: await page.stateLeft() };
    },
    subscribe(onChange, signal) {
      client.onNotice(onChange, signal);
      const warn = ({ message }: { message: string }) =>
        console.warn(`Steward: this page sends no notices. ${message}`);
      client.request('subscribe', {}, { timeoutMs: SUBSCRIBE_TIMEOUT_MS, signal }).then((answer) => {
        if (!answer.ok) warn(answer);
      }, warn);
    },
  };
}

async function detectPage(client: PageProtocolClient, signal: AbortSignal): Promise<PageIdentity | null> {
  const announced = client.announcedVersion();
  if (announced === null) return null;
  if (announced !== PROTOCOL_VERSION) throw otherVersion(`It announces version ${announced}.`);
  for (const timeoutMs of HELLO_TIMEOUTS_MS) {
    const attemptOver = new Promise((done) => setTimeout(done, timeoutMs));
    const answer = await client.request('hello', {}, { timeoutMs, signal }).catch((error: StewardError) => {
      if (error.code === 'timeout') return null;
      throw error;
    });
    if (answer?.ok) return readIdentity(answer.result);
    if (answer?.code === 'unsupported-version') throw otherVersion(answer.message);
    if (answer !== null && answer.code !== 'not-ready') return null;
    // A page that is not ready says so at once: the next attempt is made when this one's time is over.
    await attemptOver;
  }
  return null;
}

/** What `hello` told, or null if this is another type of page. */
function readIdentity(result: unknown): PageIdentity | null {
  if (typeof result !== 'object' || result === null) throw unreadableIdentity();
  const { pageType, instanceId, title }: { pageType?: unknown; instanceId?: unknown; title?: unknown } =
    result;
  if (pageType !== 'model-filter') return null;
  if (typeof instanceId !== 'string' || typeof title !== 'string') throw unreadableIdentity();
  if (instanceId === '' || instanceId.length > MAX_IDENTITY_LENGTH) throw unreadableIdentity();
  return { instanceId, title: title.slice(0, MAX_IDENTITY_LENGTH) };
}

function otherVersion(details: string): StewardError {
  return new StewardError(
    'page-protocol',
    `This page speaks another version of the page protocol than this Steward, which speaks version ${PROTOCOL_VERSION}.`,
    { remedy: 'Update Steward or the page, whichever is older, then look again.', details },
  );
}

function unreadableIdentity(): StewardError {
  return new StewardError('page-protocol', 'The page doesn’t say what it is.', {
    remedy: 'Reload the page; if it happens again, its page protocol needs mending.',
  });
}
