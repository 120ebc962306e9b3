import fc from 'fast-check';
import { answersAll } from './approval-actions';
import { type FuzzAction, inSequence, worldAction } from './fuzz-action';
import { pageChanges, shortWaits } from './outside-actions';
import type { AnswerFault, RequestKind } from './page-faults';
import { changeMoments, moments, progress, settlements } from './progress-actions';
import { writingScripts } from './scripted-response';
import { messages, messagesWith } from './user-actions';

function answerFaults(kind: RequestKind, ...faults: AnswerFault[]): fc.Arbitrary<FuzzAction> {
  return fc
    .record({ fault: fc.constantFrom(...faults), times: fc.constantFrom(1, 1, 2) })
    .map(({ fault, times }) =>
      worldAction(`The page’s next ${times} answers to a ${kind} will be ${fault}`, (world) =>
        world.faults.injectFault(kind, fault, times),
      ),
    );
}

const faultyChanges = answerFaults('change', 'late', 'slow', 'unreadable');

const faultyReads = answerFaults('read', 'late', 'unreadable');

const silence = fc.constant(worldAction('The page stops answering', ({ faults }) => faults.silence()));

const recoveries = fc.constant(worldAction('The page recovers', ({ faults }) => faults.recover()));

/** A fault of the page begins, or all end. */
export const faults = fc.oneof(faultyChanges, faultyReads, silence, recoveries);

/** Events while the page is faulty; most of them end with its recovery. */
const courses = fc.oneof(
  recoveries,
  settlements,
  inSequence(moments, recoveries),
  inSequence(shortWaits, recoveries),
  inSequence(shortWaits, pageChanges, recoveries),
  inSequence(shortWaits, messages, recoveries),
  inSequence(pageChanges, shortWaits, recoveries),
  inSequence(fc.oneof(pageChanges, moments), shortWaits),
);

/** The model changes the page, and the user approves if needed. */
export const changes = inSequence(messagesWith(writingScripts), settlements, answersAll('approve', ''));

/** The page answers a change late, slowly or unreadably. */
export const writeFaults = inSequence(faultyChanges, changes, changeMoments, courses);

/** The page's answer to a reading is late or unreadable, at the beginning of a run or during it. */
export const readFaults = inSequence(faultyReads, changes, courses);

/** The page stops answering during a run. */
export const silences = inSequence(
  messagesWith(writingScripts),
  moments,
  silence,
  fc.oneof(progress, shortWaits),
  courses,
);
