import fc from 'fast-check';
import { isStewardError } from '@/src/core/errors';
import type { Approval, NotedChoice } from '@/src/core/policy/approval';
import { createConsents } from '@/src/core/policy/person-consent';
import { ANSWERING } from './attempts';
import type { ChatWorld } from './chat-world';
import { chatDeed, type Deed } from './deed';
import { meaningOf, type Sight, undecided } from './sight';
import { APPROVES, choicesFor, type Wish, wishes, wishText } from './wish';

/** The newest question, or the first ever asked. */
function questionOf({ tables }: ChatWorld, isOld = false): Approval | undefined {
  const asked = tables.approvals.all();
  return isOld ? asked[0] : (asked.findLast(({ state }) => state === 'pending') ?? asked.at(-1));
}

/** Choices made on what the question shows by itself. */
function blindly({ id: approvalId, calls, preview }: Approval, choices: NotedChoice[]): Sight {
  return { approvalId, calls, choices, preview };
}

/** The user looks at what their wishes would come to; null if that can't be shown. */
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

/** The user answers what they saw. */
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
      world.problems.add(`an answer met a run that couldn’t take it: ${error.message}`);
    }
    if (isStewardError(error) && error.code === 'page-changed') checkRenewed(world, approvalId, pageBefore);
    throw error;
  }
}

/** Who is told that the page changed finds it in the question as it is now. */
function checkRenewed(
  { tables, page, foreignTransitions, problems }: ChatWorld,
  approvalId: string,
  pageBefore: number,
): void {
  const question = tables.approvals.get(approvalId);
  if (question?.state !== 'pending' || foreignTransitions() !== pageBefore) return;
  if (question.preview.stateHash !== page.hash()) problems.add('a question shows the page as it was before');
}

const looksAndAnswers = fc
  .record({ wished: wishes, isOld: seldom(), allows: seldom() })
  .map(({ wished, isOld, allows }) =>
    chatDeed(
      `The user looks at ${isOld ? 'the first question' : 'the question'} and answers ${wishText(wished)}${allows ? ', from now on without asking' : ''}`,
      (world) => {
        const approval = questionOf(world, isOld);
        if (approval === undefined) return;
        const choices = choicesFor(world, approval, wished);
        void world.attempt(ANSWERING, async () => {
          const sight = await look(world, approval, choices);
          // Whoever answers what can't be shown has to be refused, as has an answer about nothing.
          const blind = blindly(approval, choices);
          const tools = allows ? approval.calls.slice(0, 1).map(({ tool }) => tool) : [];
          await answer(world, sight ?? blind, tools);
          if (sight === null) world.problems.add('an answer was taken that couldn’t be shown');
        });
      },
    ),
  );

export const looks = wishes.map((wished) =>
  chatDeed(`The user looks what ${wishText(wished)} would come to`, (world) => {
    const approval = questionOf(world);
    if (approval === undefined) return;
    const choices = choicesFor(world, approval, wished);
    void world.attempt('looking at a question', () => look(world, approval, choices));
  }),
);

function answersAsSeen(sentence: string, which: (sights: Sight[]) => Sight | undefined): Deed {
  return chatDeed(sentence, (world) => {
    const sight = which(world.sights);
    if (sight !== undefined) void world.attempt(ANSWERING, () => answer(world, sight, []));
  });
}

/** As the card shows it without being touched. */
export function answersAll(kind: 'approve' | 'reject', words: string): fc.Arbitrary<Deed> {
  return fc.constant(
    chatDeed(`The user ${kind}s all that is asked`, (world) => {
      const approval = questionOf(world);
      if (approval === undefined) return;
      const all = undecided(world, approval).map((): Wish => ({ kind, note: words }));
      const sight = blindly(approval, choicesFor(world, approval, all));
      void world.attempt(ANSWERING, () => answer(world, sight, []));
    }),
  );
}

const confusions = wishes.map((wished) =>
  chatDeed(`The user answers ${wishText(wished)} where they saw something else`, (world) => {
    const seen = world.sights.at(-1);
    const approval = questionOf(world);
    if (seen === undefined || approval === undefined) return;
    const sight = { ...blindly(approval, choicesFor(world, approval, wished)), preview: seen.preview };
    void world.attempt(ANSWERING, () => answer(world, sight, []));
  }),
);

export const answersToQuestions: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: looksAndAnswers },
  { weight: 5, arbitrary: answersAll('approve', '') },
  { weight: 1, arbitrary: answersAll('reject', 'no') },
  { weight: 2, arbitrary: looks },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      answersAsSeen('The user answers as they last saw it', (sights) => sights.at(-1)),
      answersAsSeen('The user answers as they first saw it', (sights) => sights[0]),
    ),
  },
  { weight: 1, arbitrary: confusions },
);

/** Somebody answers who isn't the user in Steward's panel. */
export const impostors = fc.constantFrom('forged', 'of another desk', 'for something else').map((kind) =>
  chatDeed(`Somebody approves all with a consent that is ${kind}`, (world) => {
    const approval = questionOf(world);
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
      world.problems.add(`an answer with a consent that is ${kind} was taken`);
    });
  }),
);

function seldom(): fc.Arbitrary<boolean> {
  return fc.nat({ max: 9 }).map((chance) => chance === 9);
}
