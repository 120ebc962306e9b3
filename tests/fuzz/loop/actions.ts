import fc from 'fast-check';
import { APPROVAL_POLICIES } from '@/src/schema/values/policy';
import { rarely, weighted } from '../arbitraries';
import { answersAll, approvalAnswers, forgedConsents, previews } from './approval-actions';
import { checkRollback, checkUndo, listedCheckpoints, rollBackTo, undoAt } from './check-rollback';
import { chatAction, type FuzzAction, inOtherChat, inSequence, toCommand } from './fuzz-action';
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
import { answerMoments, changeMoments, moments, progress, settle, settlements } from './progress-actions';
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

const nth = fc.nat({ max: 5 });

/** Chooses a checkpoint while no step is pending, so that the exact effect can be checked. */
function exact(sentence: string, check: typeof checkRollback) {
  return fc.record({ back: nth, isRefused: rarely(8) }).map(({ back, isRefused }) =>
    chatAction(
      `All pending steps happen, and the user ${sentence} ${back + 1} from the last and returns${isRefused ? ', but the storage fails' : ''}`,
      async (world) => {
        await settle(world);
        if (isRefused) world.faultState.failsAt = 'recordRollback';
        const checkpoint = listedCheckpoints(world).at(-1 - back) ?? listedCheckpoints(world)[0];
        if (checkpoint !== undefined) await check(world, checkpoint);
      },
    ),
  );
}

const exactRollbacks = weighted(
  [2, exact('rolls back to checkpoint', checkRollback)],
  [1, exact('undoes the answer at checkpoint', checkUndo)],
);

const rollbacks = fc
  .record({ back: nth, isMerge: fc.boolean(), keep: fc.constantFrom('page', 'checkpoint', null) })
  .map(({ back, isMerge, keep }) =>
    chatAction(
      `The user rolls back to checkpoint ${back + 1} from the last${isMerge ? `, keeping the user’s changes (${keep})` : ''}`,
      (world) => {
        const checkpoint = listedCheckpoints(world).at(-1 - back);
        if (checkpoint === undefined) return;
        void world.attempt('a rollback', () =>
          rollBackTo(world, checkpoint, isMerge ? { strategy: 'merge', keep } : { strategy: 'replace' }),
        );
      },
    ),
  );

const undos = nth.map((back) =>
  chatAction(`The user undoes the answer at checkpoint ${back + 1} from the last`, (world) => {
    const checkpoint = listedCheckpoints(world).at(-1 - back);
    if (checkpoint !== undefined) void world.attempt('an undo', () => undoAt(world, checkpoint));
  }),
);

const permission = fc.constantFrom('allow', 'ask', 'deny');

const policies = fc
  .record({
    approvalPolicy: fc.constantFrom(...APPROVAL_POLICIES),
    permissions: fc.oneof(
      fc.constant({}),
      fc.record(
        { add_note: permission, import_notes: permission, publish: permission, find_note: permission },
        { requiredKeys: [] },
      ),
    ),
    planMode: rarely(10),
  })
  .map((policy) =>
    chatAction(
      `The user sets the policy ${policy.approvalPolicy}${policy.planMode ? ', planning first,' : ''} with ${JSON.stringify(policy.permissions)}`,
      (world) => world.setPolicy({ ...policy, permissions: { ...policy.permissions } }),
    ),
  );

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
