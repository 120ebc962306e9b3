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

/** Of a text that is partly cut off, the words after this number of UTF-16 units aren't read. */
const MAX_CUT_TEXT = 8_000;
/** Properties that make an element a containing block unless they are `none`. */
const CONTAINING = 'transform translate rotate scale perspective filter backdrop-filter'.split(' ');

/** A reader's view of the page. For one reading, since a page may change. */
export interface Sight {
  /**
   * The words of a text that are drawn where a reader sees them or can scroll to them, large enough, and in another colour than what
   * is behind them. Empty if there are none.
   */
  shownText(text: Text): string;
  /** True if at least a part of an input is drawn in such a place, and its text as one that is seen. */
  seesField(element: Element): boolean;
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
    return { shownText: ({ data }) => data, seesField: () => true };
  }
  const views = new Map<Element, View>();
  const hasInk = createInk(document);
  // One for all texts: a browser updates each that it made, whenever the page changes.
  const range = document.createRange();
  const { page, screen } = viewportBoxes(document, window);

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
    const style = (window as Window).getComputedStyle(element);
    const { position } = style;
    const outer = /absolute|fixed/.test(position) ? blockClip(parent, position) : (parent?.clip ?? page);
    // The overflow of the root and the body is the viewport's.
    const isRoot = element === root || element === document.body;
    const clip = isRoot ? outer : contentBox(element, style, cutBox(element, style, outer));
    return {
      parent,
      element,
      style,
      opacity: (parent?.opacity ?? 1) * Number(style.opacity) * filteredOpacity(style.filter),
      clip,
    };
  }

  /** Box in which an element with this position is seen: that of its containing block. */
  function blockClip(parent: View | null, position: string): Box {
    for (let at = parent; at !== null; at = at.parent) {
      if (position === 'absolute' && at.style.position !== 'static') return at.clip;
      if (isContainingBlock(at.style)) return at.clip;
    }
    return position === 'fixed' ? screen : page;
  }

  function isSeen(box: Box, clip: Box): boolean {
    const [width, height] = lengthsOf(box);
    const [seenWidth, seenHeight] = lengthsOf(overlapOf(box, clip));
    // A narrow character is narrower than the smallest side.
    return (
      seenWidth > 0 && seenWidth >= Math.min(LEAST_SIDE, width) && seenHeight >= LEAST_SIDE && height > 0
    );
  }

  /** The words whose line isn't cut off above or below; of a script without blanks, the letters. */
  function wordsIn(text: Text, clip: Box): string {
    let shown = '';
    for (const { index, 0: word } of text.data.slice(0, MAX_CUT_TEXT).matchAll(/[^\s\p{Lo}]+\s*|[\s\S]/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { top, bottom } = range.getBoundingClientRect();
      if (Math.min(bottom, clip.bottom) - Math.max(top, clip.top) >= LEAST_SIDE) shown += word;
    }
    return shown;
  }

  return {
    shownText(text) {
      const element = text.parentElement ?? (text.getRootNode() as ShadowRoot).host;
      const view = viewOf(element);
      const { opacity, style, clip } = view;
      if (opacity < LEAST_OPACITY || style.contentVisibility === 'hidden' || isDotted(style)) return '';
      // The text of a closed one that is in no element has a place, but isn't drawn.
      if (element.matches('details:not([open])')) return '';
      range.selectNodeContents(text);
      const box = boxOf(range.getBoundingClientRect());
      const [width, height] = lengthsOf(box);
      const characters = text.data.replace(/\s+/g, ' ').trim().length;
      if (width * height < LEAST_AREA * characters || !isSeen(box, clip) || !hasInk(view, box)) return '';
      return box.top >= clip.top && box.bottom <= clip.bottom ? text.data : wordsIn(text, clip);
    },
    seesField(element) {
      const view = viewOf(element);
      const box = boxOf(element.getBoundingClientRect());
      const isLarge = Number.parseFloat(view.style.fontSize) >= LEAST_SIDE;
      return view.opacity >= LEAST_OPACITY && isSeen(box, view.clip) && isLarge && hasInk(view, box);
    },
  };
}

/** True for the style of a text whose letters are drawn as dots. */
export function isDotted(style: CSSStyleDeclaration): boolean {
  return !['', 'none'].includes(style.getPropertyValue('-webkit-text-security'));
}

/** True if an element is the containing block of all that it contains, also with `position: fixed` (CSS Positioned Layout). */
function isContainingBlock(style: CSSStyleDeclaration): boolean {
  return (
    CONTAINING.some(
      (name) => !/^(?:none)?$/.test(style.getPropertyValue(name)) || style.willChange.includes(name),
    ) || /layout|paint|strict|content/.test(style.contain)
  );
}

function filteredOpacity(filter: string): number {
  const parts = Array.from(filter.matchAll(/opacity\(([\d.]+)\)/g), ([, part]) => Number(part));
  return parts.reduce((all, part) => all * part, 1);
}

/** The element that an element is drawn in: its slot or its shadow tree's host, if it has one. */
function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
}
