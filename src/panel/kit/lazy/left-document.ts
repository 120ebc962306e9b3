/**
 * Attribute on the root element of a document that the browser is leaving. It is in the document because the panel's bundles share no
 * variables.
 */
const MARK = 'data-left';

/** Marks the document when the browser leaves it. Called by the panel's first script. */
export function watchLeaving(view: Window): void {
  for (const event of ['beforeunload', 'pagehide']) {
    view.addEventListener(event, () => view.document.documentElement.setAttribute(MARK, ''));
  }
}

/** True once the browser is leaving the document. Imports that are still loading then fail, which is no failure of the panel. */
export function isDocumentLeft(): boolean {
  return document.documentElement.hasAttribute(MARK);
}
