import fc from 'fast-check';
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

const interruptions = fc.oneof(
  { weight: 3, arbitrary: edits },
  deaths,
  pages,
  holds,
  messages,
  inOtherChat(messages),
  time,
  approvalAnswers,
  policies,
);

/**
 * The user answers an approval request, and something interrupts before the answer takes effect: most often a
 * change of the page.
 */
const interruptedAnswers = inSequence(approvalAnswers, inSequence(answerMoments, interruptions));

/** The model needs approval, and the user answers; sometimes the page changes between preview and answer. */
const approvalDialogues = inSequence(
  runsNeedingApproval,
  fc.oneof(approvalAnswers, interruptedAnswers, inSequence(previews, inSequence(edits, approvalAnswers))),
);

const readsAndWrites = messagesWith(
  fc.tuple(readAndWriteResponse, scriptedResponses(2)).map(([one, rest]) => [one, ...rest]),
);

/** While a request is under way, the user pauses, the page is changed, and the user resumes. */
const changesWhilePaused = inSequence(
  readsAndWrites,
  inSequence(
    fc.oneof(progress, moments),
    inSequence(pauses, inSequence(settlements, inSequence(pageChanges, inSequence(resumes, settlements)))),
  ),
);

/** The user reverts the assistant's last change by hand, or all unsaved changes by a reload. */
const revertsChanges = fc.oneof(reversals, reloads);

/**
 * A run changes the page and ends without another request, so no request has reported its changes. Then the
 * user continues.
 */
const endings = inSequence(
  endingRuns,
  inSequence(
    settlements,
    fc.oneof(
      messages,
      exactRollbacks,
      inSequence(pageChanges, messages),
      inSequence(revertsChanges, fc.oneof(messages, settlements)),
    ),
  ),
);

/** The assistant's changes are reverted, during its run or after it. */
const revertedChanges = inSequence(
  changes,
  inSequence(fc.oneof(settlements, changeMoments, progress), revertsChanges),
);

/**
 * A notice of the page is read before a write, and arrives after it: its outdated reading must not count as a change.
 */
const overtakenNotices = inSequence(
  messagesWith(writingScripts),
  inSequence(
    fc.oneof(settlements, progress),
    inSequence(
      fc.oneof(staleNotices, inSequence(edits, staleNotices)),
      inSequence(answersAll('approve', ''), fc.oneof(settlements, inSequence(progress, revertsChanges))),
    ),
  ),
);

const actions: fc.Arbitrary<FuzzAction> = fc.oneof(
  { weight: 22, arbitrary: progress },
  { weight: 8, arbitrary: inSequence(moments, interruptions) },
  { weight: 14, arbitrary: messages },
  { weight: 6, arbitrary: answers },
  { weight: 10, arbitrary: approvalAnswers },
  { weight: 5, arbitrary: interruptedAnswers },
  { weight: 5, arbitrary: changesWhilePaused },
  { weight: 6, arbitrary: endings },
  { weight: 12, arbitrary: revertedChanges },
  { weight: 14, arbitrary: overtakenNotices },
  { weight: 20, arbitrary: writeFaults },
  { weight: 10, arbitrary: readFaults },
  { weight: 5, arbitrary: silences },
  { weight: 4, arbitrary: faults },
  { weight: 10, arbitrary: runsNeedingApproval },
  { weight: 14, arbitrary: approvalDialogues },
  { weight: 1, arbitrary: forgedConsents },
  { weight: 2, arbitrary: policies },
  { weight: 4, arbitrary: holds },
  { weight: 5, arbitrary: resumptions },
  { weight: 3, arbitrary: withdrawals },
  { weight: 2, arbitrary: results },
  { weight: 2, arbitrary: requests },
  { weight: 1, arbitrary: events },
  { weight: 3, arbitrary: edits },
  { weight: 3, arbitrary: pages },
  { weight: 2, arbitrary: endpoints },
  { weight: 3, arbitrary: deaths },
  { weight: 4, arbitrary: exactRollbacks },
  { weight: 2, arbitrary: rollbacks },
  { weight: 2, arbitrary: undos },
  { weight: 4, arbitrary: time },
  { weight: 1, arbitrary: failures },
);

/** One of three actions happens in the second chat, if there is one; the others in the first. */
export const commands = fc
  .tuple(actions, fc.constantFrom(0, 0, 1))
  .map(([action, chat]) => toCommand(action, chat));
