import type { FixtureReply } from '../adapter-case';
import type { SentRequest } from '../kit-browser';
import type { OpenedPage } from '../open-page';
import { isChanging, kindOf } from '../request-log';
import type { Subject } from '../subject';

/** True for a request that is a part of an adapter's change, as opposed to what its page sends by itself. */
export type IsPartOfChange = (request: SentRequest) => boolean;

/** The kinds of requests that a subject's page sends by itself: watching it takes seconds, so it is done once. */
const idleKinds = new WeakMap<Subject, Promise<Set<string>>>();

async function watchIdle(subject: Subject): Promise<Set<string>> {
  const idle = await subject.open(null);
  const kinds = await idle.ownKinds();
  await idle.close();
  return kinds;
}

/**
 * The requests that are a part of the change which the page's log has just recorded: those that the adapter sent itself. If it acted through
 * the page (a click, the page protocol), also those of the page's own scripts, except for kinds that the page sends without the adapter.
 */
export async function partsOfChange(subject: Subject, opened: OpenedPage): Promise<IsPartOfChange> {
  const isOwn = (request: SentRequest) => request.isOwn && isChanging(request);
  const hasOthers = opened.log().some(({ request }) => isChanging(request) && !request.isOwn);
  if (!hasOthers || (await opened.kit('acts')) === 0) return isOwn;
  const known = idleKinds.get(subject) ?? watchIdle(subject);
  idleKinds.set(subject, known);
  const kinds = await known;
  return (request) => isOwn(request) || (isChanging(request) && !kinds.has(kindOf(request)));
}

/** The requests that are a part of a call, which is made here; null if it sends none. */
export async function partsOfCall(
  subject: Subject,
  opened: OpenedPage,
  call: () => Promise<unknown>,
): Promise<IsPartOfChange | null> {
  await opened.kit('failAt', null);
  opened.startLog();
  await call();
  const isPart = await partsOfChange(subject, opened);
  return opened.log().some(({ request }) => isPart(request)) ? isPart : null;
}

/** Answers the request with this number, among those that are a part of the change, with `answer`. */
export function nth(
  number: number,
  isPart: IsPartOfChange,
  answer: FixtureReply,
): (request: SentRequest) => FixtureReply | null {
  let count = 0;
  return (request) => {
    if (!isPart(request)) return null;
    count += 1;
    return count === number ? answer : null;
  };
}
