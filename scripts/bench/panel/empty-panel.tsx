import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { LONG_ANSWER } from './long-answer';

// The baseline of an opening panel: React, a field to write in, and an answer that is rendered once.
const root = document.createElement('div');
document.body.append(root);
// Synchronously, as the panel's first rendering is: a scheduled one would come a task later.
flushSync(() =>
  createRoot(root).render(
    <main>
      <div className="answer">
        <Markdown remarkPlugins={[remarkGfm]}>{LONG_ANSWER}</Markdown>
      </div>
      <textarea aria-label="Message" rows={2} placeholder="Ask" />
      <button type="button">Send</button>
    </main>,
  ),
);
const answer = document.querySelector('.answer');
if (answer !== null) answer.scrollTop = answer.scrollHeight;
performance.mark('panel-ready');
