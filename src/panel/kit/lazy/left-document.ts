/** Attribute of the root element of a document that is being left. The panel's bundles have no variable in common, so it is in the document. */
const MARK = 'data-left';

/** Marks the document when it is left. Called by the panel's first script. */
export function watchLeaving(view: Window): void {
  for (const event of ['beforeunload', 'pagehide']) {
    view.addEventListener(event, () => view.document.documentElement.setAttribute(MARK, ''));
  }
}

/** True once the document is being left. Imports that are not complete fail then, which is no failure of the panel. */
export function isDocumentLeft(): boolean {
  return document.documentElement.hasAttribute(MARK);
}
