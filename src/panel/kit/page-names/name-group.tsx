import { createContext, type ReactNode, useState } from 'react';
import { memberOf } from '@/src/core/json-values';

/** A group of names that is a single stop of the Tab key. The arrow keys move between the names. */
export interface NameGroup {
  /** Adds a name's element. The returned function removes it. */
  add(element: HTMLElement): () => void;
  /** Moves the focus from an element for an arrow key, Home or End; returns false for any other key. */
  move(from: HTMLElement, key: string): boolean;
}

/** The nearest group above; null if there is none, so that each name is a stop of its own. */
export const NameGroupContext = createContext<NameGroup | null>(null);

/** Groups the names in an answer or a list. Without it, a list of hundreds of names would have as many Tab stops. */
export function NameGroupProvider({ children }: { children: ReactNode }) {
  const [group] = useState(createNameGroup);
  return <NameGroupContext value={group}>{children}</NameGroupContext>;
}

function createNameGroup(): NameGroup {
  const elements = new Set<HTMLElement>();
  let stop: HTMLElement | null = null;

  /** The elements in the order of the document. They mount in any order, and some of them late. */
  function inOrder(): HTMLElement[] {
    return [...elements].sort((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  function setStop(next: HTMLElement | null): void {
    if (stop !== null) stop.tabIndex = -1;
    stop = next;
    if (next !== null) next.tabIndex = 0;
  }

  return {
    add(element) {
      elements.add(element);
      if (stop === null || (stop !== document.activeElement && isBefore(element, stop))) setStop(element);
      else element.tabIndex = -1;
      return () => {
        elements.delete(element);
        if (stop === element) setStop(elements.values().next().value ?? null);
      };
    },
    move(from, key) {
      const ordered = inOrder();
      const index = ordered.indexOf(from);
      // The direction of the text around counts: the name itself may be in code, which is always left to right.
      const right = from.closest('[dir]')?.matches(':dir(rtl)') === true ? -1 : 1;
      const target = memberOf(
        {
          ArrowRight: index + right,
          ArrowDown: index + 1,
          ArrowLeft: index - right,
          ArrowUp: index - 1,
          Home: 0,
          End: ordered.length - 1,
        },
        key,
      );
      if (target === null) return false;
      const next = ordered[target];
      if (next !== undefined) {
        setStop(next);
        next.focus();
      }
      return true;
    },
  };
}

function isBefore(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
