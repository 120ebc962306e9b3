import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { readDetached } from '@/src/messages/detached-panel';
import { App } from '@/src/panel/app';
import { PanelErrorBoundary } from '@/src/panel/errors/entry-boundary';
import { ignoreRepeatedPresses } from '@/src/panel/held-keys';
import { loadStore } from '@/src/panel/link/stored-data';
import { emptySlots, findPanelFrame } from '@/src/panel/panel-frame';
import { preloadConversation } from '@/src/panel/start-parts';

const root = document.getElementById('root');
if (root === null) throw new Error('sidepanel/index.html has no #root.');
const frame = findPanelFrame(document);

// The panel is painted meanwhile. A failure is shown where the part is needed.
loadStore().catch(() => {});
preloadConversation();
ignoreRepeatedPresses(document);
emptySlots(frame);
// Synchronously, so that no paint lies between the shell and the panel, and no key press is lost.
flushSync(() =>
  createRoot(root).render(
    <PanelErrorBoundary>
      <App frame={frame} detached={readDetached(location.search)} />
    </PanelErrorBoundary>,
  ),
);
