import { setTimeout as sleep } from 'node:timers/promises';
import { isSameJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { INJECTED, type OpenedPage } from '../open-page';
import { createCaller, type SampleCall, type SentWrite, type Subject, samplesOf } from '../subject';
import type { Check } from './check';
import { broken, type Caller, delivered, onNewPages, show } from './on-new-pages';

/** Time in which a server serves a change that it has confirmed. */
const SERVING_MS = 3_000;

/** Only what a server serves is in force, after a change and after every way back. */
export const servesChanges: Check = {
  rule: 'served',
  title: 'puts its changes and its rollbacks in force, and claims this only after reading what is served',
  run: async (subject) => [
    ...(await restoringProblems(subject)),
    ...(await onNewPages(subject, samplesOf(subject, ['write']), (caller, sample, opened) =>
      callProblems(subject, caller, sample, opened),
    )),
  ],
};

/** Applies each sample state, goes back, and redoes it. What is served may follow from the state alone. */
async function restoringProblems(subject: Subject): Promise<string[]> {
  const opened = await subject.open(null);
  const { served } = opened;
  if (served === null) return [];
  const { state: initial, context } = await opened.kit('read');
  const caller = createCaller(subject, opened);
  const start = await served();
  const problems: string[] = [];
  for (const [index, state] of subject.adapterCase.states(initial, context).entries()) {
    const name = `sample state ${index + 1}`;
    await caller.applyState(state);
    const changed = await settled(served, (now) => !isSameJson(now, start));
    if (isSameJson(changed, start))
      problems.push(`${name} is applied, and what is served is as before: ${show(start)}`);
    await caller.applyState(initial);
    const back = await settled(served, (now) => isSameJson(now, start));
    if (!isSameJson(back, start))
      problems.push(
        `the initial state is restored after ${name}, but ${show(back)} is served, not ${show(start)}`,
      );
    await caller.applyState(state);
    const again = await settled(served, (now) => isSameJson(now, changed));
    if (!isSameJson(again, changed))
      problems.push(`${name} is applied again, but ${show(again)} is served, not ${show(changed)}`);
    await caller.applyState(initial);
    await settled(served, (now) => isSameJson(now, start));
  }
  await opened.close();
  return problems;
}

/** Makes a call, goes back, and makes it again while what is served can't be read. */
async function callProblems(
  subject: Subject,
  caller: Caller,
  sample: SampleCall,
  opened: OpenedPage,
): Promise<string[]> {
  const { served } = opened;
  if (served === null) return [];
  const { readsServed } = subject.adapterCase;
  const [start, { state }] = [await served(), await opened.kit('read')];
  const made = await caller.write(sample, delivered);
  const { effects, notes } = made.dryRun.preview;
  const said = inForceOf(made);
  const changed = said === 'yes' ? await settled(served, (now) => !isSameJson(now, start)) : await served();
  await caller.applyState(state);
  const back = await settled(served, (now) => isSameJson(now, start));
  opened.answerWith((request) =>
    request.isOwn && readsServed?.({ ...request, body: null }) ? INJECTED : null,
  );
  const unread = inForceOf(await caller.write(sample, delivered));
  return broken([
    [
      effects.length === 0 || notes.some(({ topic }) => topic === 'basis'),
      'its preview has effects, and doesn’t say by which list they are computed: add basisNote',
    ],
    [['yes', 'no', 'unknown'].includes(said), `the result’s in_force is ${said}: use inForce`],
    [
      said !== 'yes' || !isSameJson(changed, start),
      `the result says that the change is in force, but what is served is as before: ${show(start)}`,
    ],
    [
      isSameJson(back, start),
      `the state before the call is restored, but ${show(back)} is served, not ${show(start)}`,
    ],
    [
      unread === 'unknown',
      `what is served can’t be read, and the result’s in_force is ${unread}, not unknown`,
    ],
  ]);
}

function inForceOf({ outcome }: SentWrite): string {
  return String(outcome?.result.data?.in_force);
}

/** Reads what is served, until `holds` is true of it, or the time is over. */
async function settled(served: () => Promise<Json>, holds: (now: Json) => boolean): Promise<Json> {
  for (const deadline = Date.now() + SERVING_MS; ; await sleep(50)) {
    const now = await served();
    if (holds(now) || Date.now() > deadline) return now;
  }
}
