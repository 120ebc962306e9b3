import fc from 'fast-check';
import { answersAll } from './approval-actions';
import { deed, type FuzzAction, inOneGo } from './fuzz-action';
import { pageChanges, shortWaits } from './outside-actions';
import type { AnswerFault, RequestKind } from './page-faults';
import { changeMoments, moments, progress, settlements } from './progress-actions';
import { writingScripts } from './scripted-response';
import { messages, messagesWith } from './user-actions';

function spoils(kind: RequestKind, ...faults: AnswerFault[]): fc.Arbitrary<FuzzAction> {
  return fc
    .record({ fault: fc.constantFrom(...faults), times: fc.constantFrom(1, 1, 2) })
    .map(({ fault, times }) =>
      deed(`The page’s next ${times} answers to a ${kind} will be ${fault}`, (world) =>
        world.faults.spoil(kind, fault, times),
      ),
    );
}

const badChanges = spoils('change', 'late', 'slow', 'unreadable');

const badLooks = spoils('look', 'late', 'unreadable');

const silence = fc.constant(deed('The page falls silent', ({ faults }) => faults.silence()));

const recoveries = fc.constant(deed('The page recovers', ({ faults }) => faults.recover()));

/** A fault of the page begins, or all end. */
export const faults = fc.oneof(badChanges, badLooks, silence, recoveries);

/** Events while the page is faulty; most of them end with its recovery. */
const courses = fc.oneof(
  recoveries,
  settlements,
  inOneGo(moments, recoveries),
  inOneGo(shortWaits, recoveries),
  inOneGo(shortWaits, inOneGo(pageChanges, recoveries)),
  inOneGo(shortWaits, inOneGo(messages, recoveries)),
  inOneGo(pageChanges, inOneGo(shortWaits, recoveries)),
  inOneGo(fc.oneof(pageChanges, moments), shortWaits),
);

/** The model changes the page, and the user approves if needed. */
export const changes = inOneGo(messagesWith(writingScripts), inOneGo(settlements, answersAll('approve', '')));

/** The page answers a change late, slowly or unreadably. */
export const awkwardWrites = inOneGo(badChanges, inOneGo(changes, inOneGo(changeMoments, courses)));

/** The page's answer to a reading is late or unreadable, at the beginning of a run or during it. */
export const awkwardLooks = inOneGo(badLooks, inOneGo(changes, courses));

/** The page falls silent during a run. */
export const silences = inOneGo(
  messagesWith(writingScripts),
  inOneGo(moments, inOneGo(silence, inOneGo(fc.oneof(progress, shortWaits), courses))),
);
