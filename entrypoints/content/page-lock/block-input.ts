import { decideInput } from './is-input-allowed';

const USER_EVENTS = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'touchstart',
  'touchend',
  'keydown',
  'keypress',
  'keyup',
  'compositionstart',
  'paste',
  'cut',
  'dragstart',
  'dragenter',
  'dragover',
  'drop',
];

/** Events that follow from user input or from scripts; they are trusted in both cases. */
const DERIVED_EVENTS = ['beforeinput', 'input', 'change', 'submit', 'reset'];

/** Blocks user input on a page. Events dispatched by scripts pass. */
export interface InputBlocker {
  begin(): void;
  end(): void;
}

export interface InputBlockerDeps {
  view: Window;
  /** True for events that the browser dispatched (`isTrusted`). */
  isTrusted: (event: Event) => boolean;
  /** True for events on the lock bar, which stays usable. */
  isOwn: (event: Event) => boolean;
  /** True while Steward itself changes the page. */
  isActing: () => boolean;
  onBlocked: () => void;
}

/** Listens in the window's capture phase. Only listeners that the page registered there earlier run first. */
export function createInputBlocker({
  view,
  isTrusted,
  isOwn,
  isActing,
  onBlocked,
}: InputBlockerDeps): InputBlocker {
  // Not passive: unless the event is prevented, a touch moves a slider or scrolls a list.
  const options = { capture: true, passive: false };
  let isOn = false;

  function onEvent(event: Event): void {
    if (!isTrusted(event) || isOwn(event)) return;
    if (isActing() && DERIVED_EVENTS.includes(event.type)) return;
    event.stopImmediatePropagation();
    const [target] = event.composedPath();
    if (decideInput(event, target instanceof Element ? target : null) !== 'block') return;
    event.preventDefault();
    // Input method composition can't be prevented, so the field is blurred.
    if (event.type === 'compositionstart') leave(view.document.activeElement);
    onBlocked();
  }

  return {
    begin() {
      if (isOn) return;
      isOn = true;
      for (const type of [...USER_EVENTS, ...DERIVED_EVENTS]) view.addEventListener(type, onEvent, options);
      // An open select list or date picker is a browser window, in which events can't be blocked.
      const focused = view.document.activeElement;
      if (focused?.matches('select,input[type=color],input[type^=date],input[type=month],input[type=time]')) {
        leave(focused);
      }
    },
    end() {
      isOn = false;
      for (const type of [...USER_EVENTS, ...DERIVED_EVENTS])
        view.removeEventListener(type, onEvent, options);
    },
  };
}

function leave(element: Element | null): void {
  if (element instanceof HTMLElement) element.blur();
}
