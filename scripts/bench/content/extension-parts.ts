import type { Page } from 'playwright';

/** Parts of an extension in a page. */
export interface ExtensionParts {
  scripts: number;
  /** Listeners of the window, the document and all elements. */
  listeners: number;
}

/** Counts the extension's parts in the page, in whatever world they are. */
export async function countParts(page: Page, extensionId: string): Promise<ExtensionParts> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const scripts = new Set<string>();
    devtools.on('Debugger.scriptParsed', ({ scriptId, url }) => {
      if (url.startsWith(`chrome-extension://${extensionId}/`)) scripts.add(scriptId);
    });
    // Reports all scripts that the page has, before it resolves.
    await devtools.send('Debugger.enable');
    let listeners = 0;
    for (const expression of ['window', 'document']) {
      const { result } = await devtools.send('Runtime.evaluate', { expression });
      if (result.objectId === undefined) throw new Error(`The page has no ${expression}.`);
      const found = await devtools.send('DOMDebugger.getEventListeners', {
        objectId: result.objectId,
        depth: -1,
        pierce: true,
      });
      listeners += found.listeners.filter(({ scriptId }) => scripts.has(scriptId)).length;
    }
    return { scripts: scripts.size, listeners };
  } finally {
    await devtools.detach();
  }
}
