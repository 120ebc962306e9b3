import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

// The baseline of an opening panel: React, and a field to write in.
const root = document.createElement('div');
document.body.append(root);
// Synchronously, as the panel's first rendering is: a scheduled one would come a task later.
flushSync(() =>
  createRoot(root).render(
    <main>
      <textarea aria-label="Message" rows={2} placeholder="Ask" />
      <button type="button">Send</button>
    </main>,
  ),
);
performance.mark('panel-ready');
