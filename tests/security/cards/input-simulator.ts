/** A key event as a keyboard sends it. */
export interface KeyStroke {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  shiftKey?: boolean;
  altKey?: boolean;
  isComposing?: boolean;
  /** The key is held down: its events repeat. */
  repeat?: boolean;
}

/**
 * Simulates a user's input in a document, with the default actions of a browser that the panel's controls
 * need.
 */
export interface InputSimulator {
  press(stroke: KeyStroke): void;
  /** Clicks with the pointer, and moves the focus as a browser does. */
  click(element: Element): void;
}

/** Fields that take text. */
export const TEXT_FIELD = 'textarea, input:not([type=checkbox]):not([type=radio])';

const FOCUSABLE = 'a[href], button, input, textarea, select, summary, [tabindex]';

export function createInputSimulator(document: Document): InputSimulator {
  const view = document.defaultView;
  if (view === null) throw new Error('The document has no window.');
  const { KeyboardEvent, PointerEvent, MouseEvent, Event } = view;

  const focused = () => document.activeElement ?? document.body;

  /** Returns false if the panel prevented the browser's default action. */
  function send(target: Element, type: string, stroke: KeyStroke): boolean {
    return target.dispatchEvent(
      new KeyboardEvent(type, { bubbles: true, cancelable: true, composed: true, ...stroke }),
    );
  }

  function clickOn(target: Element): void {
    if (isDisabled(target)) return;
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
  }

  function moveFocus(step: 1 | -1): void {
    const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const stops = all.filter((element) => isReachable(element) && element.tabIndex >= 0);
    const from = focused();
    const at = stops.indexOf(from as HTMLElement);
    const behind = stops.findIndex((stop) => isBefore(from, stop));
    const before = stops.findLastIndex((stop) => isBefore(stop, from));
    const next = at >= 0 ? at + step : step === 1 ? behind : before;
    const stop = stops[next];
    if (stop === undefined) (from as HTMLElement).blur();
    else stop.focus();
  }

  function type(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
    const { value } = field;
    // React intercepts the setter of the element itself.
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value + text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return {
    press(stroke) {
      const target = focused();
      const isPlain = !stroke.ctrlKey && !stroke.metaKey && !stroke.altKey && !stroke.isComposing;
      if (send(target, 'keydown', stroke)) {
        if (stroke.key === 'Tab' && isPlain) moveFocus(stroke.shiftKey ? -1 : 1);
        else if (stroke.key === 'Enter' && target.matches('button, summary')) clickOn(target);
        else if (stroke.key === ' ' && isPlain && target.matches('button, summary, [type=checkbox]')) {
          if (!stroke.repeat) clickOn(target);
        } else if (stroke.key.length === 1 && isPlain && target.matches(TEXT_FIELD)) {
          type(target as HTMLTextAreaElement, stroke.key);
        }
      }
      send(focused(), 'keyup', stroke);
    },
    click(element) {
      const pointer = { bubbles: true, cancelable: true, composed: true };
      element.dispatchEvent(new PointerEvent('pointerdown', pointer));
      if (element.dispatchEvent(new MouseEvent('mousedown', pointer))) {
        const holder = element.closest<HTMLElement>(FOCUSABLE);
        if (holder !== null && !isDisabled(holder)) holder.focus();
        else if (holder === null) (focused() as HTMLElement).blur();
      }
      element.dispatchEvent(new PointerEvent('pointerup', pointer));
      element.dispatchEvent(new MouseEvent('mouseup', pointer));
      if (element.isConnected) clickOn(element);
    },
  };
}

function isDisabled(element: Element): boolean {
  return 'disabled' in element && element.disabled === true;
}

/** Elements in a closed details element are unreachable, except its summary. */
function isReachable(element: Element): boolean {
  if (isDisabled(element)) return false;
  const fold = element.closest('details:not([open])');
  return fold === null || (element.matches('summary') && element.parentElement === fold);
}

function isBefore(left: Element, right: Element): boolean {
  return (left.compareDocumentPosition(right) & 4) !== 0;
}
