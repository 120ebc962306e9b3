import fc from 'fast-check';
import { isStewardError } from '@/src/core/errors';
import { createConsents } from '@/src/core/policy/user-consent';
import type { Approval, NotedChoice } from '@/src/core/records/approval';
import { ANSWERING } from './attempts';
import type { ChatWorld } from './chat-world';
import { chatDeed, type FuzzAction } from './fuzz-action';
import { meaningOf, type Sight, undecided } from './seen-preview';
import { APPROVES, choicesFor, type Wish, wishes, wishText } from './intended-choice';

/** The newest pending approval request, else the newest of all; `isOld`: the first of all. */
function approvalOf({ tables }: ChatWorld, isOld = false): Approval | undefined {
  const asked = tables.approvals.all();
  return isOld ? asked[0] : (asked.findLast(({ state }) => state === 'pending') ?? asked.at(-1));
}

/** Choices that the user makes on the request's own preview, without another dry run. */
function unpreviewed({ id: approvalId, calls, preview }: Approval, choices: NotedChoice[]): Sight {
  return { approvalId, calls, choices, preview };
}

/** The user previews their choices; null if there is no preview of them. Checks the preview. */
async function look(
  world: ChatWorld,
  { id: approvalId, calls }: Approval,
  choices: NotedChoice[],
): Promise<Sight | null> {
  const { preview } = await world.worker().loop.previewApproval(approvalId, choices);
  if (preview === null) return null;
  const sight = { approvalId, calls, choices, preview };
  for (const problem of meaningOf(world, sight).problems) world.problems.add(problem);
  world.sights.push(sight);
  return sight;
}

/** The user submits choices with the preview that they saw. */
async function answer(world: ChatWorld, sight: Sight, allowTools: string[]): Promise<void> {
  const { approvalId, choices, preview } = sight;
  const { loop, serially, consents } = world.worker();
  const { wanted } = meaningOf(world, sight);
  const forget = world.witness.noteAnswer(wanted);
  const pageBefore = world.foreignTransitions();
  try {
    const given = { digest: preview.digest, choices, allowTools };
    await serially(approvalId, () => loop.decideApproval(approvalId, given, consents.give(approvalId)));
  } catch (error) {
    if (!world.trouble.hasFailed) forget();
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
  const question = tables.approvals.get(approvalId);
  if (question?.state !== 'pending' || foreignTransitions() !== pageBefore) return;
  if (question.preview.stateHash !== page.hash())
    problems.add('a renewed approval request shows an outdated page');
}

const looksAndAnswers = fc
  .record({ wished: wishes, isOld: seldom(), allows: seldom() })
  .map(({ wished, isOld, allows }) =>
    chatDeed(
      `The user previews and answers ${isOld ? 'the first' : 'the'} approval request with ${wishText(wished)}${allows ? ', and allows its first tool from now on' : ''}`,
      (world) => {
        const approval = approvalOf(world, isOld);
        if (approval === undefined) return;
        const choices = choicesFor(world, approval, wished);
        void world.attempt(ANSWERING, async () => {
          const sight = await look(world, approval, choices);
          // An answer without a preview, or without choices, must be refused.
          const fallback = unpreviewed(approval, choices);
          const tools = allows ? approval.calls.slice(0, 1).map(({ tool }) => tool) : [];
          await answer(world, sight ?? fallback, tools);
          if (sight === null) world.problems.add('an answer without a preview was accepted');
        });
      },
    ),
  );

export const looks = wishes.map((wished) =>
  chatDeed(`The user previews ${wishText(wished)}`, (world) => {
    const approval = approvalOf(world);
    if (approval === undefined) return;
    const choices = choicesFor(world, approval, wished);
    void world.attempt('previewing an approval request', () => look(world, approval, choices));
  }),
);

function answersAsSeen(sentence: string, which: (sights: Sight[]) => Sight | undefined): FuzzAction {
  return chatDeed(sentence, (world) => {
    const sight = which(world.sights);
    if (sight !== undefined) void world.attempt(ANSWERING, () => answer(world, sight, []));
  });
}

/** One verdict on all calls, with the preview that the card shows first. */
export function answersAll(kind: 'approve' | 'reject', words: string): fc.Arbitrary<FuzzAction> {
  return fc.constant(
    chatDeed(`The user ${kind}s all requested calls`, (world) => {
      const approval = approvalOf(world);
      if (approval === undefined) return;
      const all = undecided(world, approval).map((): Wish => ({ kind, note: words }));
      const sight = unpreviewed(approval, choicesFor(world, approval, all));
      void world.attempt(ANSWERING, () => answer(world, sight, []));
    }),
  );
}

const mismatches = wishes.map((wished) =>
  chatDeed(`The user answers ${wishText(wished)} with the preview of other choices`, (world) => {
    const seen = world.sights.at(-1);
    const approval = approvalOf(world);
    if (seen === undefined || approval === undefined) return;
    const sight = { ...unpreviewed(approval, choicesFor(world, approval, wished)), preview: seen.preview };
    void world.attempt(ANSWERING, () => answer(world, sight, []));
  }),
);

export const answersToQuestions: fc.Arbitrary<FuzzAction> = fc.oneof(
  { weight: 5, arbitrary: looksAndAnswers },
  { weight: 5, arbitrary: answersAll('approve', '') },
  { weight: 1, arbitrary: answersAll('reject', 'no') },
  { weight: 2, arbitrary: looks },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      answersAsSeen('The user answers with their last preview', (sights) => sights.at(-1)),
      answersAsSeen('The user answers with their first preview', (sights) => sights[0]),
    ),
  },
  { weight: 1, arbitrary: mismatches },
);

/** Answers whose consent doesn't prove a click of the user in Steward's panel: all must be refused. */
export const impostors = fc.constantFrom('forged', 'of another desk', 'for something else').map((kind) =>
  chatDeed(`Somebody approves all with a consent that is ${kind}`, (world) => {
    const approval = approvalOf(world);
    if (approval === undefined) return;
    const { id, preview } = approval;
    const { loop, consents } = world.worker();
    const consent = {
      forged: { subject: id },
      'of another desk': createConsents().give(id),
      'for something else': consents.give(world.chatId),
    }[kind] ?? { subject: id };
    const all = undecided(world, approval).map(() => APPROVES);
    const given = { digest: preview.digest, choices: choicesFor(world, approval, all), allowTools: [] };
    void world.attempt('an answer by somebody else', async () => {
      await loop.decideApproval(id, given, consent);
      world.problems.add(`an answer with a consent that is ${kind} was accepted`);
    });
  }),
);

function seldom(): fc.Arbitrary<boolean> {
  return fc.nat({ max: 9 }).map((chance) => chance === 9);
}
