import { decideInput } from './is-input-allowed';

/** What a user does. */
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

/** What the browser makes of it, and also of what a script does: these count as trusted even then. */
const DERIVED_EVENTS = ['beforeinput', 'input', 'change', 'submit', 'reset'];

/** Keeps a user's hands off a page, and nothing else: what scripts dispatch passes. */
export interface InputBlocker {
  begin(): void;
  end(): void;
}

export interface InputBlockerDeps {
  view: Window;
  /** Whether the browser vouches that a user did it. */
  isTrusted: (event: Event) => boolean;
  /** Whether the event belongs to the bar, which stays usable. */
  isOwn: (event: Event) => boolean;
  /** Whether Steward itself acts on the page at this moment. */
  isActing: () => boolean;
  /** Something was tried in vain. */
  onBlocked: () => void;
}

/** Listens on the window, which hears everything first, save for listeners that the page put there before. */
export function createInputBlocker({
  view,
  isTrusted,
  isOwn,
  isActing,
  onBlocked,
}: InputBlockerDeps): InputBlocker {
  // Not passive: a touch on a slider or a list moves it unless it is prevented.
  const options = { capture: true, passive: false };
  let isOn = false;

  function onEvent(event: Event): void {
    if (!isTrusted(event) || isOwn(event)) return;
    if (isActing() && DERIVED_EVENTS.includes(event.type)) return;
    event.stopImmediatePropagation();
    const [target] = event.composedPath();
    if (decideInput(event, target instanceof Element ? target : null) !== 'block') return;
    event.preventDefault();
    // An input method's text can't be prevented once it has begun.
    if (event.type === 'compositionstart') leave(view.document.activeElement);
    onBlocked();
  }

  return {
    begin() {
      if (isOn) return;
      isOn = true;
      for (const type of [...USER_EVENTS, ...DERIVED_EVENTS]) view.addEventListener(type, onEvent, options);
      // A list or a calendar that is open already is the browser's own window, where no event can be stopped.
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
