import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

interface CardKeys {
  /** Whether the shortcut was pressed by somebody who has not moved into the card. */
  needsEntry: boolean;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onPointerDown(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** Keys that move within the card or operate its controls. */
const CARD_KEYS =
  /^(Tab|Enter| |Shift|Control|Alt|AltGraph|Meta|CapsLock|Arrow\w+|Home|End|Page\w+|ContextMenu|F\d+)$/;

/**
 * The keys of the approval card. `apply`: Ctrl or Cmd with Enter, only after the user has moved into the card by pointer
 * or Tab, because the card takes the focus by itself when it appears. `toggleRefusal`: Escape. `onStray`: any other key
 * that the card doesn't expect, since it was meant for something else.
 */
export function useCardKeys(on: { apply(): void; toggleRefusal(): void; onStray(): void }): CardKeys {
  const hasEntered = useRef(false);
  const [needsEntry, setNeedsEntry] = useState(false);

  function enter(): void {
    hasEntered.current = true;
    setNeedsEntry(false);
  }

  return {
    needsEntry,
    onFocus({ target, currentTarget }) {
      if (target !== currentTarget) enter();
    },
    onPointerDown: enter,
    onKeyDown(event) {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        if (hasEntered.current) {
          on.apply();
        } else {
          setNeedsEntry(true);
          on.onStray();
        }
      } else if (event.key === 'Escape') {
        event.preventDefault();
        on.toggleRefusal();
      } else if (!isExpected(event)) {
        on.onStray();
      }
    },
  };
}

function isExpected({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLElement>): boolean {
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
  return isField || ctrlKey || metaKey || altKey || CARD_KEYS.test(key);
}
