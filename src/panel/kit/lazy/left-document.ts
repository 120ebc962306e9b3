let isLeft = false;

/** Notes from now on when this document is left. */
export function watchLeaving(view: Window): void {
  for (const event of ['beforeunload', 'pagehide']) {
    view.addEventListener(event, () => {
      isLeft = true;
    });
  }
}

/** True once the document is being left. The browser then fails what it is still loading, which is no failure of the panel. */
export function isDocumentLeft(): boolean {
  return isLeft;
}

/** Writes a failure to the console, unless the document is being left. */
export function reportFailure(...words: readonly unknown[]): void {
  if (!isLeft) console.error(...words);
}
