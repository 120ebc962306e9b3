import { type KeyStroke, TEXT_FIELD } from './hands';

/** Time for which a request must be shown before it can be approved; an unexpected key restarts it. */
const GUARD_MS = 600;

/**
 * Decides from the user's input alone whether an approval was intended: the user moved into the card by
 * pointer or Tab, the request was shown long enough without an unexpected key since, and the user pressed the
 * shortcut or the button.
 */
export interface CardWitness {
  /** Another card is shown. */
  onCard(): void;
  /** The card's request has changed. */
  onChange(): void;
  /** Call the before and after methods around each input. */
  beforeKey(stroke: KeyStroke): void;
  afterKey(stroke: KeyStroke): void;
  beforeClick(element: Element): void;
  afterHand(): void;
  /** The card sends an approval. */
  onApproval(): void;
  approvals(): number;
  problems(): string[];
}

/** Keys that move within the card, operate its controls, or have no effect by themselves. */
const EXPECTED = ['Tab', 'Enter', ' ', 'Escape', 'Shift', 'Control', 'Alt', 'Meta', 'ArrowDown', 'Home'];

export function createCardWitness({ document, nowMs }: { document: Document; nowMs(): number }): CardWitness {
  let hasEntered = false;
  let quietSinceMs = Number.POSITIVE_INFINITY;
  /** The input being simulated; null between inputs. `isApproving`: it is one that may approve. */
  let hand: { name: string; isApproving: boolean } | null = null;
  let approvals = 0;
  const problems: string[] = [];

  const card = () => document.querySelector('[aria-label=Approval]');
  const focused = () => document.activeElement ?? document.body;
  const isInside = (element: Element) => card()?.contains(element) === true;

  return {
    onCard() {
      hasEntered = false;
      quietSinceMs = nowMs();
    },
    onChange() {
      quietSinceMs = nowMs();
    },
    beforeKey(stroke) {
      const target = focused();
      const isHere = isInside(target);
      const isFree = !stroke.isComposing && !stroke.repeat;
      const isShortcut = stroke.key === 'Enter' && (stroke.ctrlKey === true || stroke.metaKey === true);
      const isPress = [' ', 'Enter'].includes(stroke.key) && isApproveButton(target);
      hand = {
        name: `${stroke.key} on ${nameOf(target)}`,
        isApproving: isHere && isFree && ((isShortcut && hasEntered) || isPress),
      };
      const isModified = stroke.ctrlKey || stroke.metaKey || stroke.altKey;
      const isStray =
        isHere &&
        !isModified &&
        !EXPECTED.includes(stroke.key) &&
        !target.matches(TEXT_FIELD) &&
        !stroke.isComposing;
      // Counts from the key event on, as in the card's own guard.
      if (isStray || (isHere && isShortcut && !hasEntered && !isRefusing())) quietSinceMs = nowMs();
    },
    afterKey({ key }) {
      hand = null;
      if (key === 'Tab' && isInside(focused()) && focused() !== card()) hasEntered = true;
    },
    beforeClick(element) {
      if (isInside(element)) hasEntered = true;
      hand = { name: `a click on ${nameOf(element)}`, isApproving: isApproveButton(element) };
    },
    afterHand() {
      hand = null;
    },
    onApproval() {
      approvals += 1;
      const heldMs = nowMs() - quietSinceMs;
      const problem =
        hand === null
          ? 'by nobody'
          : !hasEntered
            ? `by ${hand.name}, though nobody had moved into the card`
            : !hand.isApproving
              ? `by ${hand.name}, which is no way to approve`
              : heldMs < GUARD_MS
                ? `by ${hand.name}, ${heldMs} ms after it came, changed, or got a stray key`
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
  return element.matches('[aria-label=Approval] button') && /^(Approve|Only the first)/.test(nameOf(element));
}

function nameOf(element: Element): string {
  return (element.getAttribute('aria-label') ?? element.textContent ?? element.tagName).slice(0, 40);
}
