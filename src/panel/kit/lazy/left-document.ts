/** Attribute of the root element of a document that is being left. All scripts of the panel see it, in whatever bundle they are. */
const MARK = 'data-left';

/** Marks the document when it is left. Called by the panel's first script. */
export function watchLeaving(view: Window): void {
  for (const event of ['beforeunload', 'pagehide']) {
    view.addEventListener(event, () => view.document.documentElement.setAttribute(MARK, ''));
  }
}

/** True once the document is being left. The browser then fails what it is still loading, which is no failure of the panel. */
export function isDocumentLeft(): boolean {
  return document.documentElement.hasAttribute(MARK);
}
