import { APPROVE, APPROVE_FIRST } from '@/tests/drive/approve-button';
import { type KeyStroke, TEXT_FIELD } from './input-simulator';

/** Time for which a request must be shown before it can be approved; an unexpected key restarts it. */
const GUARD_MS = 600;

/**
 * Decides from the user's input alone whether an approval was intended: the user moved into the card by
 * pointer or Tab, the request was shown long enough without an unexpected key since, and the user pressed the
 * shortcut or the button.
 */
export interface CardChecker {
  /** Another card is shown. */
  onCard(): void;
  /** The card's request has changed. */
  onChange(): void;
  /** Call the before and after methods around each input. */
  beforeKey(stroke: KeyStroke): void;
  afterKey(stroke: KeyStroke): void;
  beforeClick(element: Element): void;
  afterInput(): void;
  /** The card sends an approval. */
  onApproval(): void;
  approvals(): number;
  problems(): string[];
}

/** Keys that move within the card, operate its controls, or have no effect by themselves. */
const EXPECTED = ['Tab', 'Enter', ' ', 'Escape', 'Shift', 'Control', 'Alt', 'Meta', 'ArrowDown', 'Home'];

export function createCardChecker({ document, nowMs }: { document: Document; nowMs(): number }): CardChecker {
  let hasEntered = false;
  let guardedSinceMs = Number.POSITIVE_INFINITY;
  /** The input being simulated; null between inputs. `isApproving`: it is one that may approve. */
  let current: { name: string; isApproving: boolean } | null = null;
  let approvals = 0;
  const problems: string[] = [];

  const card = () => document.querySelector('[aria-label=Approval]');
  const focused = () => document.activeElement ?? document.body;
  const isInside = (element: Element) => card()?.contains(element) === true;

  return {
    onCard() {
      hasEntered = false;
      guardedSinceMs = nowMs();
    },
    onChange() {
      guardedSinceMs = nowMs();
    },
    beforeKey(stroke) {
      const target = focused();
      const isHere = isInside(target);
      const isFree = !stroke.isComposing && !stroke.repeat;
      const isShortcut = stroke.key === 'Enter' && (stroke.ctrlKey === true || stroke.metaKey === true);
      const isPress = [' ', 'Enter'].includes(stroke.key) && isApproveButton(target);
      current = {
        name: `${stroke.key} on ${nameOf(target)}`,
        isApproving: isHere && isFree && ((isShortcut && hasEntered) || isPress),
      };
      const isModified = stroke.ctrlKey || stroke.metaKey || stroke.altKey;
      const isUnexpected =
        isHere &&
        !isModified &&
        !EXPECTED.includes(stroke.key) &&
        !target.matches(TEXT_FIELD) &&
        !stroke.isComposing;
      // Counts from the key event on, as in the card's own guard.
      if (isUnexpected || (isHere && isShortcut && !hasEntered && !isRefusing())) guardedSinceMs = nowMs();
    },
    afterKey({ key }) {
      current = null;
      if (key === 'Tab' && isInside(focused()) && focused() !== card()) hasEntered = true;
    },
    beforeClick(element) {
      if (isInside(element)) hasEntered = true;
      current = { name: `a click on ${nameOf(element)}`, isApproving: isApproveButton(element) };
    },
    afterInput() {
      current = null;
    },
    onApproval() {
      approvals += 1;
      const heldMs = nowMs() - guardedSinceMs;
      const problem =
        current === null
          ? 'without any input'
          : !hasEntered
            ? `by ${current.name} before the user moved into the card`
            : !current.isApproving
              ? `by ${current.name}, which must not approve`
              : heldMs < GUARD_MS
                ? `by ${current.name}, ${heldMs} ms after it was shown, changed, or got an unexpected key`
                : null;
      if (problem !== null) problems.push(`approved ${problem}`);
    },
    approvals: () => approvals,
    problems: () => problems,
  };

  function isRefusing(): boolean {
    return card()?.querySelector('.approval-note') !== null;
  }
}

function isApproveButton(element: Element): boolean {
  const isOfCard = element.matches('[aria-label=Approval] button');
  return isOfCard && [APPROVE, APPROVE_FIRST].some((name) => name.test(nameOf(element)));
}

function nameOf(element: Element): string {
  return (element.getAttribute('aria-label') ?? element.textContent ?? element.tagName).slice(0, 40);
}
