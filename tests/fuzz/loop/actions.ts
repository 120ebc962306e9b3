import fc from 'fast-check';
import { answersAll, answersToQuestions, impostors, looks } from './approval-actions';
import { commandOf, elsewhere, type FuzzAction, inOneGo } from './fuzz-action';
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
import { awkwardLooks, awkwardWrites, changes, faults, silences } from './page-fault-actions';
import { policies } from './policy-actions';
import { answerMoments, changeMoments, moments, progress, settlements } from './progress-actions';
import { exactRollbacks, rollbacks, undos } from './rollback-actions';
import { lookAndWriteTurn, turns, writingScripts } from './scripted-response';
import {
  endingRuns,
  holds,
  messages,
  messagesWith,
  pauses,
  questions,
  queue,
  resumes,
  resumptions,
} from './user-actions';

const interruptions = fc.oneof(
  { weight: 3, arbitrary: edits },
  deaths,
  pages,
  holds,
  messages,
  elsewhere(messages),
  time,
  answersToQuestions,
  policies,
);

/**
 * The user answers an approval request, and something interrupts before the answer takes effect: most often a
 * change of the page.
 */
const troubledAnswers = inOneGo(answersToQuestions, inOneGo(answerMoments, interruptions));

/** The model needs approval, and the user answers; sometimes the page changes between preview and answer. */
const dialogues = inOneGo(
  questions,
  fc.oneof(answersToQuestions, troubledAnswers, inOneGo(looks, inOneGo(edits, answersToQuestions))),
);

const looksAndWrites = messagesWith(
  fc.tuple(lookAndWriteTurn, turns(2)).map(([one, rest]) => [one, ...rest]),
);

/** While a request is under way, the user pauses, the page is changed, and the user resumes. */
const changesWhilePaused = inOneGo(
  looksAndWrites,
  inOneGo(
    fc.oneof(progress, moments),
    inOneGo(pauses, inOneGo(settlements, inOneGo(pageChanges, inOneGo(resumes, settlements)))),
  ),
);

/** The user reverts the assistant's last change by hand, or all unsaved changes by a reload. */
const revertsChanges = fc.oneof(reversals, reloads);

/**
 * A run changes the page and ends without another request, so no request has reported its changes. Then the
 * user continues.
 */
const endings = inOneGo(
  endingRuns,
  inOneGo(
    settlements,
    fc.oneof(
      messages,
      exactRollbacks,
      inOneGo(pageChanges, messages),
      inOneGo(revertsChanges, fc.oneof(messages, settlements)),
    ),
  ),
);

/** The assistant's changes are reverted, during its run or after it. */
const revertedChanges = inOneGo(
  changes,
  inOneGo(fc.oneof(settlements, changeMoments, progress), revertsChanges),
);

/**
 * A notice of the page is read before a write, and arrives after it: its outdated reading must not count as a change.
 */
const overtakenNotices = inOneGo(
  messagesWith(writingScripts),
  inOneGo(
    fc.oneof(settlements, progress),
    inOneGo(
      fc.oneof(staleNotices, inOneGo(edits, staleNotices)),
      inOneGo(answersAll('approve', ''), fc.oneof(settlements, inOneGo(progress, revertsChanges))),
    ),
  ),
);

const deeds: fc.Arbitrary<FuzzAction> = fc.oneof(
  { weight: 22, arbitrary: progress },
  { weight: 8, arbitrary: inOneGo(moments, interruptions) },
  { weight: 14, arbitrary: messages },
  { weight: 6, arbitrary: answers },
  { weight: 10, arbitrary: answersToQuestions },
  { weight: 5, arbitrary: troubledAnswers },
  { weight: 5, arbitrary: changesWhilePaused },
  { weight: 6, arbitrary: endings },
  { weight: 12, arbitrary: revertedChanges },
  { weight: 14, arbitrary: overtakenNotices },
  { weight: 20, arbitrary: awkwardWrites },
  { weight: 10, arbitrary: awkwardLooks },
  { weight: 5, arbitrary: silences },
  { weight: 4, arbitrary: faults },
  { weight: 10, arbitrary: questions },
  { weight: 14, arbitrary: dialogues },
  { weight: 1, arbitrary: impostors },
  { weight: 2, arbitrary: policies },
  { weight: 4, arbitrary: holds },
  { weight: 5, arbitrary: resumptions },
  { weight: 3, arbitrary: queue },
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
  .tuple(deeds, fc.constantFrom(0, 0, 1))
  .map(([deed, chat]) => commandOf(deed, chat));
