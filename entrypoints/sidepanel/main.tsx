import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { readDetached } from '@/src/messages/detached-panel';
import { App } from '@/src/panel/app';
import { PanelErrorBoundary } from '@/src/panel/errors/panel-error-boundary';
import { ignoreRepeatedPresses } from '@/src/panel/held-keys';

const root = document.getElementById('root');
const shellMessage = document.querySelector<HTMLTextAreaElement>('#shell-message');
if (root === null || shellMessage === null) {
  throw new Error('sidepanel/index.html lacks #root or #shell-message.');
}

ignoreRepeatedPresses(document);
// Synchronously, so that no key press is lost between the shell and the composer.
flushSync(() =>
  createRoot(root).render(
    <PanelErrorBoundary>
      <App initialText={shellMessage.value} detached={readDetached(location.search)} />
    </PanelErrorBoundary>,
  ),
);
