import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from '@/src/panel/app';
import { PanelErrorBoundary } from '@/src/panel/errors/panel-error-boundary';
import { ignoreRepeatedPresses } from '@/src/panel/held-keys';

const root = document.getElementById('root');
const shellMessage = document.querySelector<HTMLTextAreaElement>('#shell-message');
if (root === null || shellMessage === null) {
  throw new Error('sidepanel/index.html lacks #root or #shell-message.');
}

ignoreRepeatedPresses(document);
// At once, so that no key falls between the shell's text and the composer's.
flushSync(() =>
  createRoot(root).render(
    <PanelErrorBoundary>
      <App initialText={shellMessage.value} />
    </PanelErrorBoundary>,
  ),
);
