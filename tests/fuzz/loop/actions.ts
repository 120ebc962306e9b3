import fc from 'fast-check';
import { weighted } from '../arbitraries';
import { answersAll, approvalAnswers, forgedConsents, previews } from './approval-actions';
import { type FuzzAction, inOtherChat, inSequence, toCommand } from './fuzz-action';
import {
  answers,
  deaths,
  edits,
  endpoints,
  events,
  failures,
  pageChanges,
  pages,
  reloads,
  requests,
  results,
  reversals,
  staleNotices,
  time,
} from './outside-actions';
import { changes, faults, readFaults, silences, writeFaults } from './page-fault-actions';
import { policies } from './policy-actions';
import { answerMoments, changeMoments, moments, progress, settlements } from './progress-actions';
import { exactRollbacks, rollbacks, undos } from './rollback-actions';
import { readAndWriteResponse, scriptedResponses, writingScripts } from './scripted-response';
import {
  endingRuns,
  holds,
  messages,
  messagesWith,
  pauses,
  resumes,
  resumptions,
  runsNeedingApproval,
  withdrawals,
} from './user-actions';

const interruptions = weighted(
  [3, edits],
  [1, deaths],
  [1, pages],
  [1, holds],
  [1, messages],
  [1, inOtherChat(messages)],
  [1, time],
  [1, approvalAnswers],
  [1, policies],
);

/**
 * The user answers an approval request, and something interrupts before the answer takes effect: most often a
 * change of the page.
 */
const interruptedAnswers = inSequence(approvalAnswers, answerMoments, interruptions);

/** The model needs approval, and the user answers; sometimes the page changes between preview and answer. */
const approvalDialogues = inSequence(
  runsNeedingApproval,
  fc.oneof(approvalAnswers, interruptedAnswers, inSequence(previews, edits, approvalAnswers)),
);

const readsAndWrites = messagesWith(
  fc.tuple(readAndWriteResponse, scriptedResponses(2)).map(([one, rest]) => [one, ...rest]),
);

/** While a request is under way, the user pauses, the page is changed, and the user resumes. */
const changesWhilePaused = inSequence(
  readsAndWrites,
  fc.oneof(progress, moments),
  pauses,
  settlements,
  pageChanges,
  resumes,
  settlements,
);

/** The user reverts the assistant's last change by hand, or all unsaved changes by a reload. */
const revertsChanges = fc.oneof(reversals, reloads);

/**
 * A run changes the page and ends without another request, so no request has reported its changes. Then the
 * user continues.
 */
const endings = inSequence(
  endingRuns,
  settlements,
  fc.oneof(
    messages,
    exactRollbacks,
    inSequence(pageChanges, messages),
    inSequence(revertsChanges, fc.oneof(messages, settlements)),
  ),
);

/** The assistant's changes are reverted, during its run or after it. */
const revertedChanges = inSequence(changes, fc.oneof(settlements, changeMoments, progress), revertsChanges);

/**
 * A notice of the page is read before a write, and arrives after it: its outdated reading must not count as a change.
 */
const overtakenNotices = inSequence(
  messagesWith(writingScripts),
  fc.oneof(settlements, progress),
  fc.oneof(staleNotices, inSequence(edits, staleNotices)),
  answersAll('approve', ''),
  fc.oneof(settlements, inSequence(progress, revertsChanges)),
);

const actions: fc.Arbitrary<FuzzAction> = weighted(
  [22, progress],
  [8, inSequence(moments, interruptions)],
  [14, messages],
  [6, answers],
  [10, approvalAnswers],
  [5, interruptedAnswers],
  [5, changesWhilePaused],
  [6, endings],
  [12, revertedChanges],
  [14, overtakenNotices],
  [20, writeFaults],
  [10, readFaults],
  [5, silences],
  [4, faults],
  [10, runsNeedingApproval],
  [14, approvalDialogues],
  [1, forgedConsents],
  [2, policies],
  [4, holds],
  [5, resumptions],
  [3, withdrawals],
  [2, results],
  [2, requests],
  [1, events],
  [3, edits],
  [3, pages],
  [2, endpoints],
  [3, deaths],
  [4, exactRollbacks],
  [2, rollbacks],
  [2, undos],
  [4, time],
  [1, failures],
);

/** One of three actions happens in the second chat, if there is one; the others in the first. */
export const commands = fc
  .tuple(actions, fc.constantFrom(0, 0, 1))
  .map(([action, chat]) => toCommand(action, chat));
