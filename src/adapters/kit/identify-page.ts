import type { PageIdentity } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { type PageProtocolClient, PROTOCOL_VERSION } from './page-protocol';

/** Time limits of successive `hello` requests, 2,000 ms in all. A page that is still loading answers late. */
const HELLO_TIMEOUTS_MS = [100, 200, 500, 1_200];
/** The place of the button that opens Steward in a page of the protocol. */
export const BUTTON_PLACE = '[data-steward-button]';

const SUBSCRIBE_TIMEOUT_MS = 10_000;
/** Limits of the messages that carry an identity. */
const MAX_IDENTITY_LENGTH = 200;

/**
 * Identifies a document by the page protocol; null if it doesn't announce the protocol, doesn't answer, or is of another
 * page type. Rejects with `page-protocol` for another version of the protocol or an unreadable identity.
 */
export async function identifyPage(
  client: PageProtocolClient,
  pageType: string,
  signal: AbortSignal,
): Promise<PageIdentity | null> {
  const announced = client.announcedVersion();
  if (announced === null) return null;
  if (announced !== PROTOCOL_VERSION) throw otherVersion(`It announces version ${announced}.`);
  for (const timeoutMs of HELLO_TIMEOUTS_MS) {
    const attemptOver = new Promise((done) => setTimeout(done, timeoutMs));
    const answer = await client.request('hello', {}, { timeoutMs, signal }).catch((error: StewardError) => {
      if (error.code === 'timeout') return null;
      throw error;
    });
    if (answer?.ok) return readIdentity(answer.result, pageType);
    if (answer?.code === 'unsupported-version') throw otherVersion(answer.message);
    if (answer !== null && answer.code !== 'not-ready') return null;
    // A page that is not ready answers so at once, so wait until the attempt's time is over before the next one.
    await attemptOver;
  }
  return null;
}

/** Calls back at each change notice of the page, until the signal aborts. */
export function subscribeToPage(client: PageProtocolClient, onChange: () => void, signal: AbortSignal): void {
  client.onNotice(onChange, signal);
  const warn = ({ message }: { message: string }) =>
    console.warn(`Steward: this page sends no notices. ${message}`);
  client.request('subscribe', {}, { timeoutMs: SUBSCRIBE_TIMEOUT_MS, signal }).then((answer) => {
    if (!answer.ok) warn(answer);
  }, warn);
}

/** The identity in the result of `hello`; null if this is another type of page. */
function readIdentity(result: unknown, wantedType: string): PageIdentity | null {
  if (typeof result !== 'object' || result === null) throw unreadableIdentity();
  const { pageType, instanceId, title }: { pageType?: unknown; instanceId?: unknown; title?: unknown } =
    result;
  if (pageType !== wantedType) return null;
  if (typeof instanceId !== 'string' || typeof title !== 'string') throw unreadableIdentity();
  if (instanceId === '' || instanceId.length > MAX_IDENTITY_LENGTH) throw unreadableIdentity();
  return { instanceId, title: title.slice(0, MAX_IDENTITY_LENGTH) };
}

function otherVersion(details: string): StewardError {
  return new StewardError(
    'page-protocol',
    `This page speaks another version of the page protocol than this Steward, which speaks version ${PROTOCOL_VERSION}.`,
    { remedy: 'Update Steward or the page, whichever is older, then try again.', details },
  );
}

function unreadableIdentity(): StewardError {
  return new StewardError('page-protocol', 'The page doesn’t identify itself.', {
    remedy: 'Reload the page; if it happens again, its page protocol has to be repaired.',
  });
}
