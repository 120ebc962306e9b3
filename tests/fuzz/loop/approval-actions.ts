import fc from 'fast-check';
import { isStewardError } from '@/src/core/errors';
import { createConsents } from '@/src/core/policy/user-consent';
import type { Approval, NotedChoice } from '@/src/schema/approval';
import { rarely, weighted } from '../arbitraries';
import { ANSWERING } from './attempts';
import type { ChatWorld } from './chat-world';
import { chatAction, type FuzzAction } from './fuzz-action';
import { APPROVE, choicesFor, type IntendedChoice, intendedChoices, intendedText } from './intended-choice';
import { callsNeedingApproval, decisionsFrom, type SeenPreview } from './seen-preview';

/**
 * An action on the newest pending approval request, else on the newest of all, if there is one; `isOld`: on the first of all.
 */
function onApproval(
  sentence: string,
  act: (world: ChatWorld, approval: Approval) => void,
  isOld = false,
): FuzzAction {
  return chatAction(sentence, (world) => {
    const approvals = world.tables.approvals.all();
    const newest = approvals.findLast(({ state }) => state === 'pending') ?? approvals.at(-1);
    const approval = isOld ? approvals[0] : newest;
    if (approval !== undefined) act(world, approval);
  });
}

/** Choices that the user makes on the request's own preview, without another dry run. */
function unpreviewed({ id: approvalId, calls, preview }: Approval, choices: NotedChoice[]): SeenPreview {
  return { approvalId, calls, choices, preview };
}

/** The user previews their choices; null if there is no preview of them. Checks the preview. */
async function previewChoices(
  world: ChatWorld,
  { id: approvalId, calls }: Approval,
  choices: NotedChoice[],
): Promise<SeenPreview | null> {
  const { preview } = await world.worker().loop.previewApproval(approvalId, choices);
  if (preview === null) return null;
  const seenPreview = { approvalId, calls, choices, preview };
  for (const problem of decisionsFrom(world, seenPreview).problems) world.problems.add(problem);
  world.seenPreviews.push(seenPreview);
  return seenPreview;
}

/** The user submits choices with the preview that they saw. */
async function answer(world: ChatWorld, seenPreview: SeenPreview, allowTools: string[]): Promise<void> {
  const { approvalId, choices, preview } = seenPreview;
  const { loop, serially, consents } = world.worker();
  const { wanted } = decisionsFrom(world, seenPreview);
  const forget = world.checker.noteAnswer(wanted);
  const pageBefore = world.foreignTransitions();
  try {
    const given = { digest: preview.digest, choices, allowTools };
    await serially(approvalId, () => loop.decideApproval(approvalId, given, consents.give(approvalId)));
  } catch (error) {
    if (!world.faultState.hasFailed) forget();
    if (isStewardError(error) && error.code === 'illegal-transition') {
      world.problems.add(`an answer was refused because of the run’s status: ${error.message}`);
    }
    if (isStewardError(error) && error.code === 'page-changed') checkRenewed(world, approvalId, pageBefore);
    throw error;
  }
}

/** An answer that is refused because the page changed must leave a preview of the page as it is now. */
function checkRenewed(
  { tables, page, foreignTransitions, problems }: ChatWorld,
  approvalId: string,
  pageBefore: number,
): void {
  const approval = tables.approvals.get(approvalId);
  if (approval?.state !== 'pending' || foreignTransitions() !== pageBefore) return;
  if (approval.preview.stateHash !== page.hash())
    problems.add('a renewed approval request shows an outdated page');
}

const previewsAndAnswers = fc
  .record({ intended: intendedChoices, isOld: rarely(10), allows: rarely(10) })
  .map(({ intended, isOld, allows }) =>
    onApproval(
      `The user previews and answers ${isOld ? 'the first' : 'the'} approval request with ${intendedText(intended)}${allows ? ', and allows its first tool from now on' : ''}`,
      (world, approval) => {
        const choices = choicesFor(world, approval, intended);
        void world.attempt(ANSWERING, async () => {
          const seenPreview = await previewChoices(world, approval, choices);
          // An answer without a preview, or without choices, must be refused.
          const fallback = unpreviewed(approval, choices);
          const tools = allows ? approval.calls.slice(0, 1).map(({ tool }) => tool) : [];
          await answer(world, seenPreview ?? fallback, tools);
          if (seenPreview === null) world.problems.add('an answer without a preview was accepted');
        });
      },
      isOld,
    ),
  );

export const previews = intendedChoices.map((intended) =>
  onApproval(`The user previews ${intendedText(intended)}`, (world, approval) => {
    const choices = choicesFor(world, approval, intended);
    void world.attempt('previewing an approval request', () => previewChoices(world, approval, choices));
  }),
);

function answersWithPreview(
  sentence: string,
  which: (seenPreviews: SeenPreview[]) => SeenPreview | undefined,
): FuzzAction {
  return chatAction(sentence, (world) => {
    const seenPreview = which(world.seenPreviews);
    if (seenPreview !== undefined) void world.attempt(ANSWERING, () => answer(world, seenPreview, []));
  });
}

/** One verdict on all calls, with the preview that the card shows first. */
export function answersAll(kind: 'approve' | 'reject', words: string): fc.Arbitrary<FuzzAction> {
  return fc.constant(
    onApproval(`The user ${kind}s all requested calls`, (world, approval) => {
      const all = callsNeedingApproval(world, approval).map((): IntendedChoice => ({ kind, note: words }));
      const seenPreview = unpreviewed(approval, choicesFor(world, approval, all));
      void world.attempt(ANSWERING, () => answer(world, seenPreview, []));
    }),
  );
}

const mismatches = intendedChoices.map((intended) =>
  onApproval(
    `The user answers ${intendedText(intended)} with the preview of other choices`,
    (world, approval) => {
      const seen = world.seenPreviews.at(-1);
      if (seen === undefined) return;
      const seenPreview = {
        ...unpreviewed(approval, choicesFor(world, approval, intended)),
        preview: seen.preview,
      };
      void world.attempt(ANSWERING, () => answer(world, seenPreview, []));
    },
  ),
);

export const approvalAnswers: fc.Arbitrary<FuzzAction> = weighted(
  [5, previewsAndAnswers],
  [5, answersAll('approve', '')],
  [1, answersAll('reject', 'no')],
  [2, previews],
  [
    3,
    fc.constantFrom(
      answersWithPreview('The user answers with their last preview', (seenPreviews) => seenPreviews.at(-1)),
      answersWithPreview('The user answers with their first preview', (seenPreviews) => seenPreviews[0]),
    ),
  ],
  [1, mismatches],
);

/** Answers whose consent doesn't prove a click of the user in Steward's panel: all must be refused. */
export const forgedConsents = fc
  .constantFrom('forged', 'of another worker', 'for something else')
  .map((kind) =>
    onApproval(`All calls are approved with a consent that is ${kind}`, (world, approval) => {
      const { id, preview } = approval;
      const { loop, consents } = world.worker();
      const consent = {
        forged: { subjects: [id] },
        'of another worker': createConsents().give(id),
        'for something else': consents.give(world.chatId),
      }[kind] ?? { subjects: [id] };
      const all = callsNeedingApproval(world, approval).map(() => APPROVE);
      const given = { digest: preview.digest, choices: choicesFor(world, approval, all), allowTools: [] };
      void world.attempt('an answer with a forged consent', async () => {
        await loop.decideApproval(id, given, consent);
        world.problems.add(`an answer with a consent that is ${kind} was accepted`);
      });
    }),
  );
