import { type Box, boxOf, contentBox, cutBox, lengthsOf, overlapOf, viewportBoxes } from './box';
import { createInk, type View } from './ink';

/** Elements whose content nobody reads as text. */
const UNREAD_TAGS = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS IFRAME OBJECT VIDEO AUDIO MAP HEAD DATALIST'.split(' '),
);
/** Less is too faint to be read. */
const LEAST_OPACITY = 0.1;
/** Side of the smallest box that is seen, in CSS pixels. Text for screen readers is usually in one of 1 by 1. */
const LEAST_SIDE = 3;
/** Area of the smallest readable character, in CSS pixels. */
const LEAST_AREA = 3;

/** A reader's view of the page. For one reading, since a page may change. */
export interface Sight {
  /** True if a text is drawn where a reader sees it or can scroll to it, large enough, and in another colour than what is behind it. */
  seesText(text: Text): boolean;
  /** True if at least a part of the element is drawn where a reader sees it or can scroll to it. */
  seesBox(element: Element): boolean;
}

/** True for an element that is hidden with all that it contains, or that has no text. */
export function isUnread(element: Element): boolean {
  if (UNREAD_TAGS.has(element.tagName.toUpperCase())) return true;
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  if (element.checkVisibility?.({ visibilityProperty: true }) ?? true) return false;
  // An element without a box may have content that is drawn.
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  return style?.display !== 'contents' || style.visibility !== 'visible';
}

export function createSight(document: Document): Sight {
  const { defaultView: window, documentElement: root } = document;
  // Chromium 105, Firefox 106 and later have `checkVisibility`; documents without a layout have none.
  if (window === null || root.checkVisibility === undefined) {
    return { seesText: () => true, seesBox: () => true };
  }
  const views = new Map<Element, View>();
  const hasInk = createInk(document);
  // One for all texts: a browser updates each that it made, whenever the page changes.
  const range = document.createRange();
  const { page, screen } = viewportBoxes(document, window);
  const outside = { parent: null, opacity: 1, clip: page, absolute: page, fixed: screen };

  function viewOf(element: Element): View {
    const path: Element[] = [];
    let at: Element | null = element;
    for (; at !== null && !views.has(at); at = parentOf(at)) path.push(at);
    let view = at === null ? undefined : views.get(at);
    for (const one of path.reverse()) {
      view = viewIn(view ?? null, one);
      views.set(one, view);
    }
    return view ?? viewIn(null, element);
  }

  function viewIn(parent: View | null, element: Element): View {
    const around = parent ?? outside;
    const style = (window as Window).getComputedStyle(element);
    const { position } = style;
    const outer =
      position === 'fixed' ? around.fixed : position === 'absolute' ? around.absolute : around.clip;
    // The overflow of the root and the body is the viewport's.
    const isRoot = element === root || element === document.body;
    const clip = isRoot ? outer : contentBox(element, style, cutBox(element, style, outer));
    const holdsFixed = style.transform !== 'none' || style.filter !== 'none';
    return {
      parent,
      element,
      style,
      opacity: around.opacity * Number(style.opacity) * filteredOpacity(style.filter),
      clip,
      absolute: position !== 'static' || holdsFixed ? clip : around.absolute,
      fixed: holdsFixed ? clip : around.fixed,
    };
  }

  function isSeen(box: Box, clip: Box): boolean {
    const [width, height] = lengthsOf(box);
    const [seenWidth, seenHeight] = lengthsOf(overlapOf(box, clip));
    // A narrow character is narrower than the smallest side.
    return (
      seenWidth > 0 && seenWidth >= Math.min(LEAST_SIDE, width) && seenHeight >= LEAST_SIDE && height > 0
    );
  }

  return {
    seesText(text) {
      const element = text.parentElement ?? (text.getRootNode() as ShadowRoot).host;
      const view = viewOf(element);
      if (view.opacity < LEAST_OPACITY || view.style.contentVisibility === 'hidden') return false;
      range.selectNodeContents(text);
      const box = boxOf(range.getBoundingClientRect());
      const [width, height] = lengthsOf(box);
      const characters = text.data.replace(/\s+/g, ' ').trim().length;
      return width * height >= LEAST_AREA * characters && isSeen(box, view.clip) && hasInk(view, box);
    },
    seesBox(element) {
      const { opacity, clip } = viewOf(element);
      const box = boxOf(element.getBoundingClientRect());
      return opacity >= LEAST_OPACITY && isSeen(box, clip);
    },
  };
}

function filteredOpacity(filter: string): number {
  // No filter of this kind leaves it as it is.
  return Number(/opacity\(([\d.]+)\)/.exec(filter)?.[1] ?? 1);
}

/** The element that an element is drawn in: its slot or its shadow tree's host, if it has one. */
function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
}
