/** Elements that the left and right arrow keys focus. */
const CONTROLS = 'a[href],button:not(:disabled),summary';

/** Elements whose contents can't be focused. */
const FOLDED = '[hidden],details:not([open])';

/** Elements in which the arrow keys have another meaning. */
const FIELDS = 'input,select,textarea';

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A ref for a part of the conversation whose buttons and links share one tab stop, between which the left and right arrow keys move, so that
 * Tab passes a message with one press. While the part has a field, each of its controls has a tab stop.
 */
export function sharesTabStop(part: HTMLElement | null): (() => void) | undefined {
  if (part === null) return;
  let focused: Element | null = null;
  const controls = () => [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(isInSight);
  const isShared = () => part.querySelector(FIELDS) === null;

  const update = () => {
    const all = controls();
    const stop = all.find((control) => control === focused) ?? all[0]; // The first one before any had the focus.
    const isAlone = isShared();
    for (const control of all) control.tabIndex = isAlone && control !== stop ? -1 : 0;
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(CONTROLS)) return;
    focused = target;
    update();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const all = controls();
    const at = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
    if (step === undefined || at === -1 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
      return;
    if (event.defaultPrevented || !isShared()) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };

  const changes = new MutationObserver(update);
  changes.observe(part, {
    subtree: true,
    childList: true,
    attributeFilter: ['open', 'hidden', 'disabled', 'href'],
  });
  part.addEventListener('focusin', onFocus);
  part.addEventListener('keydown', onKey);
  update();
  return () => {
    changes.disconnect();
    part.removeEventListener('focusin', onFocus);
    part.removeEventListener('keydown', onKey);
  };
}

function isInSight(control: HTMLElement): boolean {
  // A summary stays visible while its own details element is closed.
  const place = control.tagName === 'SUMMARY' ? control.parentElement?.parentElement : control;
  return place?.closest(FOLDED) === null;
}
