import './english-browser';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useStickToBottom } from '@/src/panel/conversation/use-stick-to-bottom';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import '@/src/panel/kit/theme.css';
import '@/src/panel/kit/controls.css';
import '@/src/panel/conversation/conversation.css';

/** Rendering of the text: by the panel's components, or appended to one element, which is the least that a panel could do. */
export type StageKind = 'panel' | 'pre';

/** Controls the part of the page that shows a growing text. */
export interface StreamingStage {
  /** Empties the page. */
  begin(kind: StageKind): Promise<void>;
  /** Adds the batches one by one; resolves with the longest time between two frames, in milliseconds. */
  add(batches: readonly string[], pauseMs: number): Promise<number>;
  /** The distance in pixels from the visible part to the end of the content, after painting. */
  gapPx(): Promise<number>;
}

function Answer({ kind, text }: { kind: StageKind; text: string }) {
  const { scroller, content } = useStickToBottom('', true);
  return (
    <div className="conversation-scroller" ref={scroller}>
      <div className="conversation-log" ref={content}>
        {kind === 'pre' ? <pre className="plain-text" /> : <MarkdownText text={text} isStreaming={true} />}
      </div>
    </div>
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const place = document.body.appendChild(document.createElement('div'));
place.className = 'conversation';
place.style.height = '600px';
let root = createRoot(place);
let kind: StageKind = 'pre';
let text = '';

// Synchronously, as useSyncExternalStore does.
const render = () => flushSync(() => root.render(<Answer kind={kind} text={text} />));

const stewardStreaming: StreamingStage = {
  async begin(next) {
    root.unmount();
    root = createRoot(place);
    kind = next;
    text = '';
    render();
    markdownRenderer.load();
    while (markdownRenderer.get() === null) await pause(10);
  },
  async add(batches, pauseMs) {
    let [longest, lastMs, isOver] = [0, performance.now(), false];
    const watchFrames = async () => {
      while (!isOver) {
        await nextFrame();
        const nowMs = performance.now();
        longest = Math.max(longest, nowMs - lastMs);
        lastMs = nowMs;
      }
    };
    void watchFrames();
    for (const batch of batches) {
      text += batch;
      if (kind === 'pre') appendTo(place.querySelector('pre'), batch);
      else render();
      await pause(pauseMs);
    }
    isOver = true;
    return longest;
  },
  async gapPx() {
    // The scroller reacts to a new height in the next frame.
    await nextFrame();
    await nextFrame();
    const box = place.querySelector('.conversation-scroller');
    return box === null ? Number.NaN : box.scrollHeight - box.clientHeight - box.scrollTop;
  },
};

/** Appends to the one text node of the element. */
function appendTo(element: Element | null, batch: string): void {
  if (element?.firstChild instanceof Text) element.firstChild.appendData(batch);
  else element?.append(batch);
}

Object.assign(globalThis, { stewardStreaming });
