import type { LockWords } from '@/src/messages/page';
import { LOCK_BAR_STYLE } from './lock-bar-style';

/** Time for which the bar shows why input was blocked, in milliseconds. */
export const REASON_MS = 6_000;

/** The bar at the top of a locked page. The page can neither read nor restyle it. */
export interface LockBar {
  /** Shows the bar above everything else on the page. */
  show(words: LockWords): void;
  /** Shows for {@link REASON_MS} why input was blocked. */
  explain(): void;
  hide(): void;
  /** True for events on the bar. */
  isOwn(event: Event): boolean;
}

/** `onStop` is called when the user clicks Stop. Clicks by scripts of the page are ignored. */
export function createLockBar(deps: {
  document: Document;
  isTrusted: (event: Event) => boolean;
  onStop: () => void;
}): LockBar {
  const { document } = deps;
  // Created lazily: most pages are never locked.
  let built: ReturnType<typeof buildBar> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reasonText = '';
  // Firefox ends this script without notice when the extension is updated, and leaves the bar of the old script.
  document.querySelector('steward-lock')?.remove();

  function onClick(event: Event): void {
    if (deps.isTrusted(event)) deps.onStop();
  }

  function forgetReason(): void {
    clearTimeout(timer);
    timer = undefined;
    built?.reason.replaceChildren();
  }

  return {
    show({ lang, dir, text, reason, stop, canStop, siteMark }) {
      built ??= buildBar(document, onClick);
      raise(built.host);
      Object.assign(built.bar, { lang, dir });
      built.button.textContent = stop;
      reasonText = reason;
      built.mark.textContent = siteMark?.name ?? '';
      built.mark.style.backgroundColor = siteMark?.color ?? '';
      // Set only if changed, so that a renewal isn't announced again.
      if (built.status.textContent !== text) built.status.textContent = text;
      built.button.hidden = !canStop;
    },
    explain() {
      if (built === null) return;
      raise(built.host);
      if (timer !== undefined) return;
      built.reason.textContent = reasonText;
      timer = setTimeout(forgetReason, REASON_MS);
    },
    hide() {
      forgetReason();
      built?.host.remove();
    },
    isOwn(event) {
      if (built === null || event.composedPath()[0] !== built.host) return false;
      return event.type !== 'keydown' || ['Enter', ' '].includes((event as KeyboardEvent).key);
    },
  };
}

function buildBar(document: Document, onClick: (event: Event) => void) {
  const host = document.createElement('steward-lock');
  host.setAttribute('popover', 'manual');
  // Events on the bar are hidden from the page: its dialogs and menus would treat them as clicks outside.
  for (const type of ['pointerdown', 'mousedown', 'click', 'keydown', 'focusin']) {
    host.addEventListener(type, (event) => event.stopPropagation());
  }
  const style = document.createElement('style');
  style.textContent = LOCK_BAR_STYLE;
  const bar = document.createElement('div');
  const status = document.createElement('p');
  const mark = document.createElement('b');
  mark.dir = 'auto';
  const reason = document.createElement('p');
  for (const line of [status, reason]) line.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.addEventListener('click', onClick);
  bar.append(mark, status, button, reason);
  host.attachShadow({ mode: 'closed' }).append(style, bar);
  return { host, bar, mark, status, reason, button };
}

/** Moves the bar to the top layer, and into an open modal dialog, outside of which everything is inert. */
function raise(host: HTMLElement): void {
  const { ownerDocument } = host;
  const place = [...ownerDocument.querySelectorAll('dialog:modal')].at(-1) ?? ownerDocument.documentElement;
  if (host.parentNode !== place) place.prepend(host);
  const { x, y, width, height } = host.getBoundingClientRect();
  if (ownerDocument.elementFromPoint(x + width / 2, y + height / 2) === host) return;
  host.hidePopover();
  host.showPopover();
}
