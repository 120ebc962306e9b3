import '@/tests/world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { APPROVE, APPROVE_FIRST } from '@/tests/drive/approve-button';
import { type DocumentInMemory, installDocument } from '@/tests/world/document-in-memory';
import { createCaseReport } from '../case-report';
import { type CardAction, type ClickPlace, cardActions } from './card-actions';
import { type CardChecker, createCardChecker } from './card-checker';
import type { CardStage, ShownCard } from './card-stage';
import { createInputSimulator, type InputSimulator, TEXT_FIELD } from './input-simulator';
import { pageToolCards, problemsOfToolCard, requestOf } from './page-tool-cards';

/** Faults to build into the panel, to prove that the suite detects them. */
export interface CardParts {
  weaken(document: Document): void;
}

interface CardCase {
  time: DocumentInMemory;
  input: InputSimulator;
  checker: CardChecker;
  stage: CardStage;
  /** Number of approval requests so far. */
  requests: number;
  /** The card and its request's number; null while there is none. */
  shown: (ShownCard & { requestId: number }) | null;
}

/** Interval of a held key's events. */
const REPEAT_MS = 100;

/**
 * Runs sequences of keys, clicks and waits on the panel's foot, while approval requests arrive, change and
 * disappear: nothing may be approved that the user's input didn't intend. Each sequence ends with an intended
 * approval, which must succeed. Then cards of pages' own tools, whose texts are hostile: they must show all that is sent, and
 * the page's words as its claim.
 */
export async function tryCards(
  { runs, seed }: SuiteOptions,
  parts: CardParts = { weaken: () => undefined },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const time = installDocument();
  try {
    // React looks for a document when it is loaded.
    const { createStage, loadCard } = await import('./card-stage');
    await loadCard();
    parts.weaken(document);
    let approvals = 0;
    for (const actions of fc.sample(cardActions, { numRuns: runs, seed })) {
      const checker = createCardChecker({ document, nowMs: time.nowMs });
      const stage = createStage((command) => {
        if (command.type !== 'decide-approval') return;
        if (
          command.choices.some(({ verdict, executionId }) => verdict === 'approve' && executionId !== 'look')
        )
          checker.onApproval();
      });
      const cardCase: CardCase = {
        time,
        input: createInputSimulator(document),
        checker,
        stage,
        requests: 0,
        shown: null,
      };
      stage.show(0, null);
      await time.settle();
      for (const action of actions) await play(cardCase, action);
      approvals += checker.approvals();
      const isAccepted = await approveOnPurpose(cardCase);
      const problems = [...checker.problems(), ...(isAccepted ? [] : ['an intended approval was refused'])];
      report.addCase(actionsText(actions), problems);
      stage.remove();
      await time.settle();
    }
    for (const toolCard of fc.sample(pageToolCards, { numRuns: runs, seed })) {
      const stage = createStage(() => undefined);
      stage.ask(
        requestOf(toolCard),
        toolCard.calls.map(({ tool }) => tool),
      );
      await time.settle();
      report.addCase(
        `tools of the page: ${JSON.stringify(toolCard)}`,
        problemsOfToolCard(document, toolCard),
      );
      stage.remove();
      await time.settle();
    }
    // If nothing is ever approved, the suite proves nothing.
    if (approvals < Math.floor(runs / 100)) report.addProblems('all cases', [`${approvals} approvals`]);
  } finally {
    time.remove();
  }
  return report.report();
}

async function play(cardCase: CardCase, action: CardAction): Promise<void> {
  const { time, input, checker } = cardCase;
  switch (action.kind) {
    case 'key': {
      // Text is composed in fields only.
      const isInField = document.activeElement?.matches(TEXT_FIELD) === true;
      const stroke = { ...action.stroke, isComposing: isInField && action.stroke.isComposing === true };
      checker.beforeKey(stroke);
      input.press(stroke);
      await time.settle();
      checker.afterKey(stroke);
      break;
    }
    case 'hold':
      await play(cardCase, { kind: 'key', stroke: action.stroke });
      for (let count = 0; count < action.times; count += 1) {
        await time.pass(REPEAT_MS);
        await play(cardCase, { kind: 'key', stroke: { ...action.stroke, repeat: true } });
      }
      break;
    case 'click': {
      const element = placeOf(action.on);
      if (element === null) break;
      checker.beforeClick(element);
      input.click(element);
      await time.settle();
      checker.afterInput();
      break;
    }
    case 'pass':
      await time.pass(action.ms);
      break;
    case 'request':
      cardCase.requests += 1;
      await show(cardCase, { requestId: cardCase.requests, isSet: action.isSet, page: 0 });
      break;
    case 'request withdrawn':
      await show(cardCase, null);
      break;
    case 'page':
      if (cardCase.shown !== null) await show(cardCase, { ...cardCase.shown, page: action.to });
      break;
    case 'flicker': {
      const page = cardCase.shown?.page ?? 0;
      await play(cardCase, { kind: 'page', to: page + 1 });
      await time.pass(action.ms);
      await play(cardCase, { kind: 'page', to: page });
      break;
    }
    default:
      action satisfies never;
  }
}

async function show(cardCase: CardCase, shown: CardCase['shown']): Promise<void> {
  const { stage, checker, time, shown: before } = cardCase;
  cardCase.shown = shown;
  stage.show(shown?.requestId ?? 0, shown);
  if (shown !== null && shown.requestId !== before?.requestId) checker.onCard();
  else if (shown !== null && shown.page !== before?.page) checker.onChange();
  await time.settle();
}

/**
 * Waits, moves into the card, and presses the shortcut: otherwise a card that accepts no approval would pass
 * as safe.
 */
async function approveOnPurpose(cardCase: CardCase): Promise<boolean> {
  const before = cardCase.checker.approvals();
  await play(cardCase, { kind: 'request', isSet: false });
  await play(cardCase, { kind: 'pass', ms: 700 });
  await play(cardCase, { kind: 'click', on: 'request' });
  await play(cardCase, { kind: 'key', stroke: { key: 'Enter', ctrlKey: true } });
  return cardCase.checker.approvals() === before + 1;
}

/** The element to click; null if it doesn't exist at present. */
function placeOf(place: ClickPlace): Element | null {
  const card = document.querySelector('[aria-label=Approval]');
  const button = (name: RegExp) =>
    [...(card?.querySelectorAll('button') ?? [])].find(({ textContent }) => name.test(textContent)) ?? null;
  switch (place) {
    case 'composer':
      return document.querySelector('[aria-label=Message]');
    case 'conversation':
      return document.body;
    case 'request':
      return card?.querySelector('.approval-title') ?? null;
    case 'approve':
      return button(APPROVE);
    case 'only the first':
      return button(APPROVE_FIRST);
    case 'refuse':
      return button(/^Refuse…$/);
    case 'back':
      return button(/^Back$/);
    case 'check box':
      return card?.querySelector('[type=checkbox]') ?? null;
    case 'more':
      return card?.querySelector('.approval-more summary') ?? null;
    default:
      return place satisfies never;
  }
}

function actionsText(actions: readonly CardAction[]): string {
  return actions
    .map((action) => {
      if (action.kind === 'key' || action.kind === 'hold') {
        const { key, ...more } = action.stroke;
        const modifiers = Object.entries(more).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
        return [action.kind, ...modifiers, key].join(' ');
      }
      if (action.kind === 'click') return `click on ${action.on}`;
      if (action.kind === 'pass') return `${action.ms} ms`;
      return action.kind === 'page' ? `page ${action.to}` : action.kind;
    })
    .join(', ');
}
