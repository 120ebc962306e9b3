import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isPress } from '@/src/panel/kit/held-keys';

interface CardKeys {
  /** True if the user pressed the shortcut before moving into the card. */
  needsEntry: boolean;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onPointerDown(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** Keys that move within the card or operate its controls. */
const CARD_KEYS =
  /^(Tab|Enter| |Shift|Control|Alt|AltGraph|Meta|CapsLock|Arrow\w+|Home|End|Page\w+|ContextMenu|F\d+)$/;

/**
 * Keyboard handling of the approval card.
 * - `apply`: called for Ctrl or Cmd with Enter, once the user has moved into the card by pointer or Tab: the card focuses itself when it
 * appears, which doesn't count. The refusal form doesn't need that if Escape opened it.
 * - `toggleRefusal`: called for Escape. It also moves the focus.
 * - `onStray`: called for any other key that the card doesn't expect, since it was meant for something else.
 *
 * Repeated keydown events never approve: the key was pressed before the user could see the card.
 */
export function useCardKeys(on: {
  isRefusing: boolean;
  apply(): void;
  toggleRefusal(): void;
  onStray(): void;
}): CardKeys {
  const hasEntered = useRef(false);
  /** True once Escape opened the refusal form. A form that was kept from before doesn't count. */
  const hasToggled = useRef(false);
  /** True while Escape moves the focus, which doesn't count as moving into the card. */
  const isToggling = useRef(false);
  const [needsEntry, setNeedsEntry] = useState(false);

  function enter(): void {
    hasEntered.current = true;
    setNeedsEntry(false);
  }

  return {
    needsEntry,
    onFocus({ target, currentTarget }) {
      if (target !== currentTarget && !isToggling.current) enter();
      isToggling.current = false;
    },
    onPointerDown: enter,
    onKeyDown(event) {
      if (event.nativeEvent.isComposing) return;
      isToggling.current = event.key === 'Escape';
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        if (hasEntered.current || (on.isRefusing && hasToggled.current)) {
          if (!event.repeat) on.apply();
        } else {
          setNeedsEntry(true);
          on.onStray();
        }
      } else if (event.key === 'Escape') {
        event.preventDefault();
        if (event.repeat) return;
        hasToggled.current = true;
        on.toggleRefusal();
      } else if (event.repeat && isPress(event)) {
        event.preventDefault();
      } else if (!isExpected(event)) {
        on.onStray();
      }
    },
  };
}

function isExpected({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLElement>): boolean {
  // In these fields, a key types text or chooses an option.
  const isField =
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
  return isField || ctrlKey || metaKey || altKey || CARD_KEYS.test(key);
}
