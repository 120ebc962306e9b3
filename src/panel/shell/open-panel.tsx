import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Messages } from '@/src/core/text/message';
import { readDetached } from '@/src/messages/detached-panel';
import { PanelErrorBoundary } from '@/src/panel/data/entry-boundary';
import { holdQueries, loadStore } from '@/src/panel/data/stored-data';
import { ignoreRepeatedPresses } from '@/src/panel/kit/held-keys';
import { isDocumentLeft } from '@/src/panel/kit/lazy/left-document';
import { emptySlots, findPanelFrame } from '@/src/panel/kit/panel-frame';
import { showTexts } from '@/src/texts/i18n';
import { ownWording } from '@/src/texts/load-wording';
import { App } from './app';
import { preloadConversation } from './parts';

/**
 * Renders the panel into its static document. Throws if a part of the document is missing.
 *
 * @param messages the texts of the document's language
 */
export function openPanel(messages: Messages): void {
  showTexts(ownWording(messages, document.documentElement.lang));
  const root = document.getElementById('root');
  if (root === null) throw new Error('sidepanel/index.html has no #root.');
  const frame = findPanelFrame(document);

  holdQueries();
  // Loads the database's code while the panel is painted. A failure is shown where the database is needed.
  loadStore()
    .catch(() => {})
    .then(preloadConversation);
  import('@/src/panel/settings/appearance/follow-language')
    .then(({ followLanguage }) => followLanguage())
    // The panel keeps its language; its next start tries again.
    .catch(() => {});
  ignoreRepeatedPresses(document);
  // When the user clicks into Firefox's sidebar or presses F6, Firefox focuses its first control. This moves the focus on to the field that
  // the panel would focus.
  if (import.meta.env.FIREFOX) {
    window.onfocus = () =>
      document.activeElement?.matches('.chat-switcher') &&
      document.querySelector<HTMLElement>('.first-connection input, #composer-message')?.focus();
  }
  emptySlots(frame);
  // Synchronous, so that nothing is painted between the static document and the panel, and no key press is lost.
  flushSync(() =>
    createRoot(root, { onCaughtError: (error) => !isDocumentLeft() && console.error(error) }).render(
      <PanelErrorBoundary>
        <App frame={frame} detached={readDetached(location.search)} />
      </PanelErrorBoundary>,
    ),
  );
  // From here on, the panel handles what the user types. The bench and the timeline of DevTools show this mark.
  performance.mark('panel-ready');
}
