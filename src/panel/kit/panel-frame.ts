/**
 * The elements of the panel's static HTML that stay while the panel is open. React renders into the slots around the message field, and
 * never replaces the field: it keeps its text, focus and selection, and the composition of an input method, while scripts load.
 */
export interface PanelFrame {
  /** Slot for the header and the conversation. */
  top: HTMLElement;
  /** Slot for the cards in the footer. */
  foot: HTMLElement;
  /** Slot for the composer's part above the message field. */
  aboveMessage: HTMLElement;
  /** Slot for the composer's part below the message field. */
  belowMessage: HTMLElement;
  /** The message field, which isn't rendered by React. */
  message: HTMLTextAreaElement;
}

export const MESSAGE_FIELD_ID = 'composer-message';

/** Finds the frame in the panel's document. Throws if a part of it is missing. */
export function findPanelFrame(root: ParentNode): PanelFrame {
  return {
    top: slot(root, 'panel-top'),
    foot: slot(root, 'foot-top'),
    aboveMessage: slot(root, 'above-message'),
    belowMessage: slot(root, 'below-message'),
    message: part<HTMLTextAreaElement>(root, `textarea#${MESSAGE_FIELD_ID}`),
  };
}

/** Removes the static content from the slots, before React renders into them. */
export function emptySlots({ top, foot, aboveMessage, belowMessage }: PanelFrame): void {
  for (const place of [top, foot, aboveMessage, belowMessage]) place.replaceChildren();
}

function slot(root: ParentNode, name: string): HTMLElement {
  return part(root, `[data-slot="${name}"]`);
}

function part<E extends HTMLElement>(root: ParentNode, selector: string): E {
  const found = root.querySelector<E>(selector);
  if (found === null) throw new Error(`The panel's HTML has no ${selector}.`);
  return found;
}
