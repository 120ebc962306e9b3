import { isStewardError, type StewardError } from '@/src/core/errors';
import { english } from '@/src/core/text/english';
import type { SaidValue } from '@/src/schema/values/said';
import { type FixtureReply, reply } from '../adapter-case';
import { INJECTED, type OpenedPage } from '../open-page';
import { isChanging } from '../request-log';
import { createCaller, type SampleCall, type Subject } from '../subject';
import { type IsPartOfChange, nth, partsOfCall } from './change-requests';
import type { Check } from './check';
import { delivered, firstWrites, onNewPages } from './on-new-pages';

/** Reason of a refusal that no adapter has in its own words. */
const REASON = 'Zeta 7391 is in use by the flow Kappa.';

/** The user can sign in, but only if told to. */
export const signedOut: Check = {
  rule: 'signed-out',
  title: 'reports that nobody is signed in',
  async run(subject) {
    const { adapterCase } = subject;
    const failed = await failedReading(subject, () => INJECTED);
    if (failed === 'no request') return [];
    const answer = adapterCase.signedOut ?? (() => reply(401, { message: 'Unauthorized' }));
    const refused = await failedReading(subject, answer);
    if (refused === 'no request' || refused === null)
      return ['a reading succeeds although the server refused all its requests'];
    const { said, message } = refused;
    if (said === null)
      return [`a reading rejects with ${message}: catch it, and say that nobody is signed in`];
    return failed !== null && kindOfText(failed.said) === kindOfText(said)
      ? [`an answer for nobody signed in reads as an answer 500 does: “${english(said)}”`]
      : [];
  },
};

/** A reading whose requests all get this answer. */
async function failedReading(subject: Subject, answer: NonNullable<Subject['adapterCase']['signedOut']>) {
  const opened = await subject.open(null);
  let isSending = false;
  opened.answerWith(({ body: _text, isOwn, ...request }) => {
    if (!isOwn) return null;
    isSending = true;
    return answer({ ...request, body: null });
  });
  const failed = await opened.kit('failedReading');
  await opened.close();
  return isSending ? failed : 'no request';
}

/** The ids of a text and of the texts in it: a status or the server's own words in it don't say that somebody has to sign in. */
function kindOfText(said: SaidValue | null): string {
  if (said === null || typeof said === 'number') return '';
  if (typeof said === 'string') return said.replace(/\d+/g, '#');
  if ('id' in said) return [said.id, ...Object.values(said.values).filter(isText).map(kindOfText)].join(' ');
  return Object.values(said).flat().filter(isText).map(kindOfText).join(' ');
}

function isText(value: SaidValue): boolean {
  return typeof value === 'object';
}

/** Only the server's own reason says what the user can do. */
export const showsReasons: Check = {
  rule: 'reasons',
  title: 'shows why the server refuses a change',
  async run(subject) {
    const { refusal } = subject.adapterCase;
    const answer = refusal?.(REASON) ?? reply(400, { message: REASON });
    const parts = new Map<SampleCall, IsPartOfChange>();
    const samples = firstWrites(subject);
    // The first call finds its requests; the second one, on a new page, is refused.
    await onNewPages(subject, samples, async (caller, sample, opened) => {
      const isPart = await partsOfCall(subject, opened, () => caller.write(sample, delivered));
      const isRefused = refusedPart(subject, opened, isPart);
      if (isRefused !== null) parts.set(sample, isRefused);
      return [];
    });
    const sending = samples.filter((sample) => parts.has(sample));
    return [
      ...(await onNewPages(subject, sending, async (caller, sample, opened) => {
        opened.answerWith(nth(1, parts.get(sample) ?? (() => false), answer));
        return problemsOf(await settled(caller.write(sample, delivered)), 'the call');
      })),
      ...(await rollbackProblems(subject, answer)),
    ];
  },
};

async function rollbackProblems(subject: Subject, answer: FixtureReply): Promise<string[]> {
  const opened = await subject.open(null);
  const { state, context } = await opened.kit('read');
  const [target] = subject.adapterCase.states(state, context);
  if (target === undefined) return [];
  const caller = createCaller(subject, opened);
  const isPart = await partsOfCall(subject, opened, () => caller.applyState(target));
  const isRefused = refusedPart(subject, opened, isPart);
  if (isRefused === null) return [];
  await caller.applyState(state);
  opened.answerWith(nth(1, isRefused, answer));
  return problemsOf(await settled(caller.applyState(target)), 'a rollback');
}

/** The requests that the kit refuses: the adapter's own, and those of its page only if conformance.ts has the server's refusal. */
function refusedPart(
  { adapterCase }: Subject,
  opened: OpenedPage,
  isPart: IsPartOfChange | null,
): IsPartOfChange | null {
  if (isPart === null || adapterCase.refusal !== undefined) return isPart;
  const isOwn: IsPartOfChange = (request) => request.isOwn && isChanging(request);
  return opened.log().some(({ request }) => isOwn(request)) ? isOwn : null;
}

type Outcome = Awaited<ReturnType<ReturnType<typeof createCaller>['write']>>;

async function settled<Value>(change: Promise<Value>): Promise<Value | StewardError> {
  return change.catch((error: unknown) => {
    if (!isStewardError(error)) throw error;
    return error;
  });
}

function problemsOf(outcome: Outcome | StewardError | object, what: string): string[] {
  if (isStewardError(outcome)) {
    const shown = `${english(outcome.said)} ${english(outcome.remedy)}`;
    return shown.includes(REASON) ? [] : [hidden(what, shown)];
  }
  const { success, message } = 'outcome' in outcome ? resultOf(outcome) : { success: true, message: 'done' };
  if (success) return [`${what} reports success (“${message}”) although the server refused it: ${REASON}`];
  return message.includes(REASON) ? [] : [hidden(what, message)];
}

function resultOf({ outcome }: Pick<Outcome, 'outcome'>): { success: boolean; message: string } {
  return outcome?.result ?? { success: false, message: 'no answer' };
}

function hidden(what: string, shown: string): string {
  return `the server refused ${what} with the reason “${REASON}”, and the user reads “${shown}”: put the reason into the error’s text`;
}
