import '../world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { createTally } from '../tally';
import { type DocumentInMemory, installDocument } from '../world/document-in-memory';
import { type CardAct, type ClickPlace, cardActs } from './card-acts';
import type { CardStage, Shown } from './card-stage';
import { type CardWitness, createCardWitness } from './card-witness';
import { createHands, type Hands, TEXT_FIELD } from './hands';

/** Faults to build into the panel, to prove that the suite detects them. */
export interface CardParts {
  weaken(document: Document): void;
}

interface CardCase {
  time: DocumentInMemory;
  hands: Hands;
  witness: CardWitness;
  stage: CardStage;
  /** Number of approval requests so far. */
  questions: number;
  /** The card and its request's number; null while there is none. */
  shown: (Shown & { question: number }) | null;
}

/** Interval of a held key's events. */
const REPEAT_MS = 100;

/**
 * Runs sequences of keys, clicks and waits on the panel's foot, while approval requests arrive, change and
 * disappear: nothing may be approved that the user's input didn't intend. Each sequence ends with an intended
 * approval, which must succeed.
 */
export async function tryCards(
  { runs, seed }: SuiteOptions,
  parts: CardParts = { weaken: () => undefined },
): Promise<SuiteReport> {
  const tally = createTally(seed);
  const time = installDocument();
  try {
    // React looks for a document when it is loaded.
    const { createStage } = await import('./card-stage');
    parts.weaken(document);
    let meant = 0;
    for (const acts of fc.sample(cardActs, { numRuns: runs, seed })) {
      const witness = createCardWitness({ document, nowMs: time.nowMs });
      const stage = createStage((command) => {
        if (command.type !== 'decide-approval') return;
        if (
          command.choices.some(({ verdict, executionId }) => verdict === 'approve' && executionId !== 'look')
        )
          witness.onApproval();
      });
      const played: CardCase = {
        time,
        hands: createHands(document),
        witness,
        stage,
        questions: 0,
        shown: null,
      };
      stage.show(0, null);
      await time.settle();
      for (const act of acts) await play(played, act);
      meant += witness.approvals();
      const isTaken = await approveOnPurpose(played);
      const problems = [
        ...witness.problems(),
        ...(isTaken ? [] : ['an approval that was meant was not taken']),
      ];
      tally.take(actsText(acts), problems);
      stage.remove();
      await time.settle();
    }
    // If nothing is ever approved, the suite proves nothing.
    if (meant < Math.floor(runs / 100)) tally.note('all of them', [`${meant} approvals only`]);
  } finally {
    time.remove();
  }
  return tally.report();
}

async function play(played: CardCase, act: CardAct): Promise<void> {
  const { time, hands, witness } = played;
  switch (act.kind) {
    case 'key': {
      // Text is composed in fields only.
      const isInField = document.activeElement?.matches(TEXT_FIELD) === true;
      const stroke = { ...act.stroke, isComposing: isInField && act.stroke.isComposing === true };
      witness.beforeKey(stroke);
      hands.press(stroke);
      await time.settle();
      witness.afterKey(stroke);
      break;
    }
    case 'hold':
      await play(played, { kind: 'key', stroke: act.stroke });
      for (let count = 0; count < act.times; count += 1) {
        await time.pass(REPEAT_MS);
        await play(played, { kind: 'key', stroke: { ...act.stroke, repeat: true } });
      }
      break;
    case 'click': {
      const element = placeOf(act.on);
      if (element === null) break;
      witness.beforeClick(element);
      hands.click(element);
      await time.settle();
      witness.afterHand();
      break;
    }
    case 'pass':
      await time.pass(act.ms);
      break;
    case 'question':
      played.questions += 1;
      await show(played, { question: played.questions, isSet: act.isSet, page: 0 });
      break;
    case 'no question':
      await show(played, null);
      break;
    case 'page':
      if (played.shown !== null) await show(played, { ...played.shown, page: act.to });
      break;
    case 'flicker': {
      const page = played.shown?.page ?? 0;
      await play(played, { kind: 'page', to: page + 1 });
      await time.pass(act.ms);
      await play(played, { kind: 'page', to: page });
      break;
    }
    default:
      act satisfies never;
  }
}

async function show(played: CardCase, shown: CardCase['shown']): Promise<void> {
  const { stage, witness, time, shown: before } = played;
  played.shown = shown;
  stage.show(shown?.question ?? 0, shown);
  if (shown !== null && shown.question !== before?.question) witness.onCard();
  else if (shown !== null && shown.page !== before?.page) witness.onChange();
  await time.settle();
}

/**
 * Waits, moves into the card, and presses the shortcut: otherwise a card that accepts no approval would pass
 * as safe.
 */
async function approveOnPurpose(played: CardCase): Promise<boolean> {
  const before = played.witness.approvals();
  await play(played, { kind: 'question', isSet: false });
  await play(played, { kind: 'pass', ms: 700 });
  await play(played, { kind: 'click', on: 'question' });
  await play(played, { kind: 'key', stroke: { key: 'Enter', ctrlKey: true } });
  return played.witness.approvals() === before + 1;
}

/** The element to click; null if it doesn't exist at present. */
function placeOf(place: ClickPlace): Element | null {
  const card = document.querySelector('[aria-label=Approval]');
  const button = (name: string) =>
    [...(card?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent?.startsWith(name)) ??
    null;
  switch (place) {
    case 'composer':
      return document.querySelector('[aria-label=Message]');
    case 'conversation':
      return document.body;
    case 'question':
      return card?.querySelector('.approval-question') ?? null;
    case 'approve':
      return button('Approve');
    case 'only the first':
      return button('Only');
    case 'refuse':
      return button('Refuse…');
    case 'back':
      return button('Back');
    case 'check box':
      return card?.querySelector('[type=checkbox]') ?? null;
    case 'more':
      return card?.querySelector('.approval-more summary') ?? null;
    default:
      return place satisfies never;
  }
}

function actsText(acts: readonly CardAct[]): string {
  return acts
    .map((act) => {
      if (act.kind === 'key' || act.kind === 'hold') {
        const { key, ...more } = act.stroke;
        const modifiers = Object.entries(more).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
        return [act.kind, ...modifiers, key].join(' ');
      }
      if (act.kind === 'click') return `click on ${act.on}`;
      if (act.kind === 'pass') return `${act.ms} ms`;
      return act.kind === 'page' ? `page ${act.to}` : act.kind;
    })
    .join(', ');
}
