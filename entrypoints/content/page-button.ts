import type { PageAdapter } from '@/src/adapters/page-halves';
import { PAGE_BUTTON_STYLE } from './page-button-style';

/** Delay between a change of the document and the next search for the button's place, in milliseconds. */
export const PLACE_DELAY_MS = 500;

/** Button in the page that opens Steward. It is shown in documents with the sign of an adapter that names a place for it. */
export interface PageButton {
  /**
   * Adds the button once the document has such a sign and contains the place, for example after a sign-in.
   * Adds it again if the page removes it.
   */
  show(): void;
  hide(): void;
}

/** `open` requests the panel; it rejects once the extension was updated or removed, which orphans this script. */
export function createPageButton(deps: {
  document: Document;
  signs: readonly PageAdapter['sign'][];
  label: () => string;
  isTrusted: (event: Event) => boolean;
  open: () => Promise<unknown>;
}): PageButton {
  const { document } = deps;
  let host: HTMLElement | null = null;
  let isWanted = false;
  let isLookDue = false;
  const observer = new MutationObserver(() => {
    if (isLookDue || host?.isConnected === true) return;
    isLookDue = true;
    setTimeout(look, PLACE_DELAY_MS);
  });

  /**
   * Place for the button in the document; null if there is none. Checks only the sign: for a page that its adapter can't work
   * with, the panel shows the reason.
   */
  function placeInPage(): Element | null {
    for (const { buttonPlace, isIn } of deps.signs) {
      const place = buttonPlace === undefined ? null : document.querySelector(buttonPlace);
      if (place !== null && isIn(document)) return place;
    }
    return null;
  }

  function look(): void {
    const place = placeInPage();
    isLookDue = false;
    if (!isWanted || place === null) return;
    host ??= buildButton(document, deps.label(), (event) => {
      // The browser opens the panel only for the user's own click.
      if (deps.isTrusted(event)) deps.open().catch(hide);
    });
    if (host.parentNode !== place) place.append(host);
  }

  function hide(): void {
    isWanted = false;
    observer.disconnect();
    host?.remove();
  }

  return {
    show() {
      isWanted = true;
      observer.observe(document, { childList: true, subtree: true });
      look();
    },
    hide,
  };
}

/** Builds the button in a closed shadow root, which the page can neither read nor restyle. */
function buildButton(document: Document, label: string, onClick: (event: Event) => void): HTMLElement {
  const host = document.createElement('steward-button');
  const style = document.createElement('style');
  style.textContent = PAGE_BUTTON_STYLE;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onClick);
  host.attachShadow({ mode: 'closed' }).append(style, button);
  return host;
}
