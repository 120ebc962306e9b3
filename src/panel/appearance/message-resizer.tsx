import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useSyncExternalStore } from 'react';
import { MESSAGE_HEIGHT_PX } from '@/src/core/records/panel-layout';
import { i18n } from '@/src/texts/i18n';
import type { MessageHeight } from './use-message-height';

interface MessageResizerProps {
  textarea: RefObject<HTMLTextAreaElement | null>;
  /** The id of the text field. */
  controls: string;
  height: MessageHeight;
}

/** Change of one press of an arrow key, in CSS pixels: about a line. */
const STEP_PX = 20;

/** The largest part of the window's height that the field may take by itself, as in composer.css. */
const MAX_PART = 0.5;

/** The upper edge of the message field: it is dragged, or moved with the arrow keys. Home or a double click resets it. */
export function MessageResizer({ textarea, controls, height }: MessageResizerProps) {
  const { setHeight } = height;
  const maxPx = useSyncExternalStore(onWindowResize, maxHeightPx);
  // In a lower window the field is not as high as the user made it.
  const heightPx = height.heightPx === null ? null : Math.min(height.heightPx, maxPx);
  const drag = useRef<{ fromY: number; fromPx: number } | null>(null);
  const shownPx = () => textarea.current?.offsetHeight ?? MESSAGE_HEIGHT_PX.min;
  const resize = (px: number) =>
    setHeight(px < MESSAGE_HEIGHT_PX.min ? null : Math.round(Math.min(px, maxHeightPx())));

  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowUp':
        resize(shownPx() + STEP_PX);
        break;
      case 'ArrowDown':
        resize(shownPx() - STEP_PX);
        break;
      case 'End':
        resize(maxHeightPx());
        break;
      case 'Home':
        setHeight(null);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromY: event.clientY, fromPx: shownPx() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current !== null) resize(drag.current.fromPx + drag.current.fromY - event.clientY);
  };
  const endDrag = () => {
    drag.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved; this is the pattern of a window splitter.
    <div
      className="message-resizer"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={i18n.t('appearance.height.label')}
      aria-controls={controls}
      aria-valuemin={MESSAGE_HEIGHT_PX.min}
      aria-valuemax={maxPx}
      aria-valuenow={heightPx ?? MESSAGE_HEIGHT_PX.min}
      aria-valuetext={
        heightPx === null
          ? i18n.t('appearance.height.threeLines')
          : i18n.t('appearance.height.pixels', { height: heightPx })
      }
      title={i18n.t('appearance.height.tooltip')}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={endDrag}
      onLostPointerCapture={endDrag}
      onDoubleClick={() => setHeight(null)}
    />
  );
}

function onWindowResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

function maxHeightPx(): number {
  return Math.max(MESSAGE_HEIGHT_PX.min, Math.floor(window.innerHeight * MAX_PART));
}
