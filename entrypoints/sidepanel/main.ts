/** Loads the panel's code and renders it into the static document. */
async function start(): Promise<void> {
  try {
    // panel-start.js has set the document's language. The file is read while the code loads.
    const texts = fetch(`/texts/${document.documentElement.lang}.json`).then((response) => response.json());
    const [{ openPanel }, messages] = await Promise.all([import('@/src/panel/shell/open-panel'), texts]);
    openPanel(messages);
  } catch (error) {
    // The same check as that of `isDocumentLeft`, whose module is in the panel's bundle: to import it would load the bundle
    // before the first paint.
    if (!('left' in document.documentElement.dataset)) throw error;
  }
}

// After the first paint, which the panel's code would delay. A hidden document isn't painted.
if (document.visibilityState === 'hidden') void start();
else requestAnimationFrame(() => setTimeout(() => void start()));
