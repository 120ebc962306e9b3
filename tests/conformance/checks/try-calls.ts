import { setTimeout as sleep } from 'node:timers/promises';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { savedStateOf } from '@/src/core/adapter/saving';
import { isStewardError, type StewardError } from '@/src/core/errors';
import { hashJson, isSameJson } from '@/src/core/hash';
import { english } from '@/src/core/text/english';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { OpenedPage } from '../open-page';
import { answerInWords } from '../request-log';
import { createCaller, type SampleCall, type SentWrite, type Subject, samplesOf } from '../subject';
import { differenceInWords } from './difference';
import { callsOnLater, furtherCalls, otherChoices } from './further-calls';
import { type Caller, delivered, show, showsChange } from './on-new-pages';

/** Time for the further calls of one adapter in one rule, in milliseconds. Those that are left then are not tried. */
const MAX_TIME_MS = 15_000;

/** Other choices that are tried for a call that changes nothing. */
const MAX_CHOICES = 3;

/** Time in which the answer of a real server is known to the kit as well. */
const ANSWER_MS = 100;

/** The result of a call whose preview shows a change. */
export interface TriedCall {
  /** The call in words, e.g. `set_limit {"name":"ada"}`. */
  call: string;
  /** The reason for which the page or its server refused the call; null if it didn't. */
  refused: string | null;
  /** The difference between preview and page; null if there is none, or if the call was refused. */
  difference: string | null;
}

/**
 * Makes the calls that {@link furtherCalls} derives from the first sample of each tool that writes, one call of each tool in turn. Calls that
 * fail in their dry run, or change nothing, aren't made; one that changes nothing is made with other choices instead.
 */
export async function tryFurtherCalls(subject: Subject): Promise<TriedCall[]> {
  const deadline = Date.now() + MAX_TIME_MS;
  const tried: TriedCall[] = [];
  let page = await openAtStart(subject, null);
  const samples = firstOfEachTool(samplesOf(subject, ['write']).filter((sample) => !sample.startsUnsaved));
  const calls = samples.map(({ tool, args }) =>
    furtherCalls(tool.input, args, page.context).map((other) => ({ tool, args: other })),
  );
  const longest = Math.max(0, ...calls.map((list) => list.length));
  for (let index = 0; index < longest; index += 1) {
    for (const call of calls.flatMap((list) => list.slice(index, index + 1))) {
      if (Date.now() > deadline) return tried;
      const choices = [call.args, ...otherChoices(call.tool.input, call.args).slice(0, MAX_CHOICES)];
      for (const args of choices) {
        const sample = { tool: call.tool, args };
        const result = await tryCall(subject, page, sample);
        if (result === null) continue;
        tried.push(result);
        page = await restored(subject, page);
        break;
      }
    }
  }
  await page.opened.close();
  return tried;
}

/** Entries of a page on which later names are tried: more than most servers send at once. */
const MANY = 250;
/** Later names that are tried. */
const LATER = 2;

/** Makes the first sample that names an entry of the page on the last entries of a page that has many. */
export async function tryLaterNames(subject: Subject): Promise<TriedCall[]> {
  const samples = samplesOf(subject, ['write']).filter((sample) => !sample.startsUnsaved);
  if (samples.length === 0) return [];
  const small = await openAtStart(subject, null);
  await small.opened.close();
  const large = await openAtStart(subject, MANY);
  const calls = samples
    .map(({ tool, args }) =>
      callsOnLater(tool.input, args, { small: small.context, large: large.context }, LATER).map((other) => ({
        tool,
        args: other,
      })),
    )
    .find((list) => list.length > 0);
  const tried: TriedCall[] = [];
  for (const call of calls ?? []) {
    const result = await tryCall(subject, large, call);
    if (result !== null) tried.push(result);
  }
  await large.opened.close();
  return tried;
}

/** Makes a call; null if its dry run fails or shows no change. */
async function tryCall(
  { definition }: Subject,
  { opened, caller }: PageAtStart,
  sample: Pick<SampleCall, 'tool' | 'args'>,
): Promise<TriedCall | null> {
  const previewed = await caller.preview(sample);
  if (!showsChange(previewed.call)) return null;
  const call = `${sample.tool.name} ${show(sample.args)}`;
  opened.startLog();
  const written = await caller.writePreviewed(sample, previewed, delivered).catch((error: unknown) => {
    if (!isStewardError(error)) throw error;
    return error;
  });
  if (isStewardError(written) || isRefusal(definition, written))
    return { call, refused: await refusalIn(opened, written), difference: null };
  return { call, refused: null, difference: differenceOf(definition, written) };
}

/** True for a call that failed and changed nothing, because the page refused it and not because it took another value. */
function isRefusal(definition: Subject['definition'], { outcome, before, after }: SentWrite): boolean {
  const { success, error_code: code } = outcome?.result ?? { success: false };
  if (success || code === 'not_applied') return false;
  return isSameJson(
    { ...pageHashesOf(definition, before.context) },
    { ...pageHashesOf(definition, after.context) },
  );
}

/** The difference between the preview of a call and the page after it in words; null if there is none. */
export function differenceOf(
  definition: Subject['definition'],
  { computed, dryRun, after }: SentWrite,
): string | null {
  if (isSameJson({ ...dryRun.after }, { ...pageHashesOf(definition, after.context) })) return null;
  const stateAnd = (context: Json): JsonObject => ({
    state: definition.restorableState(context),
    saved: savedStateOf(definition, context),
  });
  const inWords = computed === null ? null : differenceInWords(stateAnd(computed), stateAnd(after.context));
  return (
    inWords ??
    `the preview says “${english(dryRun.preview.summary)}”, but the page shows ${show(after.context)}`
  );
}

/**
 * The refusal of a change in words: the request that was refused with its answer; else the result or the error. `outcome`: what the adapter
 * made of it.
 */
export async function refusalIn(opened: OpenedPage, outcome: SentWrite | StewardError): Promise<string> {
  await sleep(ANSWER_MS);
  const refused = opened.log().find(({ status }) => status !== null && status >= 400);
  if (refused !== undefined) return answerInWords(refused);
  return isStewardError(outcome) ? inWords(outcome) : (outcome.outcome?.result.message ?? 'no answer');
}

function inWords({ said, details }: StewardError): string {
  return details === null ? english(said) : `${english(said)} ${details}`;
}

/** A page in its first state, with that state and its context. */
interface PageAtStart {
  opened: OpenedPage;
  caller: Caller;
  state: Json;
  context: Json;
}

/** Opens a page, and reads it. */
export async function openAtStart(subject: Subject, entries: number | null): Promise<PageAtStart> {
  const opened = await subject.open(entries);
  const { state, context } = await opened.kit('read');
  return { opened, caller: createCaller(subject, opened), state, context };
}

/** The page with its first state again, or a new one if that state can't be applied. */
export async function restored(subject: Subject, page: PageAtStart): Promise<PageAtStart> {
  const isRestored = await page.caller.applyState(page.state).then(
    ({ stateHash }) => stateHash === hashJson(page.state),
    () => false,
  );
  if (isRestored) return page;
  await page.opened.close();
  return openAtStart(subject, null);
}

function firstOfEachTool(samples: readonly SampleCall[]): SampleCall[] {
  return samples.filter((sample, index) => samples.findIndex((each) => each.tool === sample.tool) === index);
}
