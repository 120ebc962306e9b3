import { type Box, boxOf, contentBox, cutBox, lengthsOf, overlapOf, viewportBoxes } from './box';
import { onceEach } from './once-each';

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
interface Sight {
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
  const style = styleOf(element);
  return style?.display !== 'contents' || style.visibility !== 'visible';
}

export function createSight(document: Document): Sight {
  const { defaultView: window, documentElement: root } = document;
  // Chromium 105, Firefox 106 and later have `checkVisibility`; documents without a layout have none.
  if (window === null || root.checkVisibility === undefined) {
    return { shownText: ({ data }) => data, seesField: () => true };
  }
  const hasInk = createInk(document);
  // One for all texts: a browser updates each that it made, whenever the page changes.
  const range = document.createRange();
  const { page, screen } = viewportBoxes(document, window);

  const viewOf = onceEach((element: Element): View => {
    const around = parentOf(element);
    const parent = around === null ? null : viewOf(around);
    const style = window.getComputedStyle(element);
    const { position } = style;
    const outer = /absolute|fixed/.test(position) ? blockClip(parent, position) : (parent?.clip ?? page);
    // The overflow of the root and the body is the viewport's.
    const isRoot = element === root || element === document.body;
    const clip = isRoot ? outer : contentBox(element, style, cutBox(element, style, outer));
    return {
      parent,
      style,
      // Nothing is around the root element.
      opacity: (parent?.opacity ?? 1) * Number(style.opacity) * filteredOpacity(style.filter),
      clip,
    };
  });
  const isContaining = onceEach(isContainingBlock);

  /** Box in which an element with this position is seen: that of its containing block. */
  function blockClip(parent: View | null, position: string): Box {
    for (let at = parent; at !== null; at = at.parent) {
      if (position === 'absolute' && at.style.position !== 'static') return at.clip;
      if (isContaining(at.style)) return at.clip;
    }
    return position === 'fixed' ? screen : page;
  }

  /** True if enough of a box is where it is seen, and what is written in it has a colour of its own. */
  function isDrawn(view: View, box: Box): boolean {
    const [seenWidth, seenHeight] = lengthsOf(overlapOf(box, view.clip));
    // A narrow character is narrower than the smallest side.
    const isWide = seenWidth > 0 && seenWidth >= Math.min(LEAST_SIDE, box.right - box.left);
    return view.opacity >= LEAST_OPACITY && isWide && seenHeight >= LEAST_SIDE && hasInk(view, box);
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
      const element = parentOf(text) as Element;
      const view = viewOf(element);
      const { style, clip } = view;
      if (style.contentVisibility === 'hidden' || isDotted(style)) return '';
      // The text of a closed one that is in no element has a place, but isn't drawn.
      if (element.tagName === 'DETAILS' && !element.hasAttribute('open')) return '';
      range.selectNodeContents(text);
      const box = boxOf(range.getBoundingClientRect());
      const [width, height] = lengthsOf(box);
      const characters = text.data.replace(/\s+/g, ' ').trim().length;
      if (width * height < LEAST_AREA * characters || !isDrawn(view, box)) return '';
      return box.top >= clip.top && box.bottom <= clip.bottom ? text.data : wordsIn(text, clip);
    },
    seesField(element) {
      const view = viewOf(element);
      const isLarge = Number.parseFloat(view.style.fontSize) >= LEAST_SIDE;
      return isLarge && isDrawn(view, boxOf(element.getBoundingClientRect()));
    },
  };
}

/** The computed style; undefined in a document without a window. */
export function styleOf(element: Element): CSSStyleDeclaration | undefined {
  return element.ownerDocument.defaultView?.getComputedStyle(element);
}

/** True for the style of a text whose letters are drawn as dots. */
export function isDotted(style: CSSStyleDeclaration | undefined): boolean {
  return !['', 'none', undefined].includes(style?.getPropertyValue('-webkit-text-security'));
}

/** True if an element is the containing block of all that it contains, also with `position: fixed` (CSS Positioned Layout). */
function isContainingBlock(style: CSSStyleDeclaration): boolean {
  const { willChange, contain } = style;
  return (
    CONTAINING.some(
      (name) => !/^(?:none)?$/.test(style.getPropertyValue(name)) || willChange.includes(name),
    ) || /layout|paint|strict|content/.test(contain)
  );
}

function filteredOpacity(filter: string): number {
  const [, ...parts] = filter.split('opacity(');
  return parts.reduce((all, part) => all * Number.parseFloat(part), 1);
}

/** The element that an element or a text is drawn in: its slot or its shadow tree's host, if it has one. */
function parentOf({ assignedSlot, parentNode, parentElement }: Element | Text): Element | null {
  return assignedSlot ?? (parentNode instanceof ShadowRoot ? parentNode.host : parentElement);
}

/** The drawing of an element, as far as it decides whether what is in it is seen. */
interface View {
  /** Null for the document's root element. */
  parent: View | null;
  style: CSSStyleDeclaration;
  /** With that of all elements around it. */
  opacity: number;
  /** Box in which its content is seen: drawn there, or reached by scrolling. */
  clip: Box;
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const WHITE: Colour = [255, 255, 255, 1];
/** Largest difference in red, green and blue at which two colours look the same. Disabled text has at least twice as much. */
const NEAR = 24;
const LEAST_ALPHA = 0.1;
/** Elements that may be behind a text without being around it. */
const PICTURES = 'img, video, canvas, svg, object, iframe';

/** Creates a test of whether a text differs from its background. One that can't be known counts as different. */
function createInk(document: Document): (view: View, text: Box) => boolean {
  const readColour = onceEach(colourOf);
  let pictures: DOMRect[] | null = null;

  const backgroundOf = onceEach((view: View): Colour | null => {
    const own = view.style.backgroundImage === 'none' ? readColour(view.style.backgroundColor) : null;
    const isOpaque = own === null || own[3] >= 1;
    const behind = isOpaque ? own : view.parent === null ? canvasOf(view) : backgroundOf(view.parent);
    return own === null || behind === null ? null : over(own, behind);
  });

  function isOnPicture({ left, top, right, bottom }: Box): boolean {
    pictures ??= Array.from(document.querySelectorAll(PICTURES), (picture) =>
      picture.getBoundingClientRect(),
    );
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return pictures.some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  }

  return (view, text) => {
    const { style } = view;
    const colour = readColour(style.getPropertyValue('-webkit-text-fill-color') || style.color);
    if (colour === null) return true;
    if (colour[3] < LEAST_ALPHA) return isFilled(view);
    const background = backgroundOf(view);
    if (background === null) return true;
    const [red, green, blue] = over(colour, background);
    const [behindRed, behindGreen, behindBlue] = background;
    const differs = [red - behindRed, green - behindGreen, blue - behindBlue].some(
      (part) => Math.abs(part) > NEAR,
    );
    return differs || isOnPicture(text);
  };
}

/** The colour that the browser draws behind the root element; null for the dark one, whose colour is the browser's. */
function canvasOf({ style }: View): Colour | null {
  return style.colorScheme.includes('dark') ? null : WHITE;
}

/** True if a background fills the letters, as in texts with a gradient. */
function isFilled(view: View): boolean {
  for (let at: View | null = view; at !== null; at = at.parent) {
    if (at.style.getPropertyValue('-webkit-background-clip').includes('text')) return true;
  }
  return false;
}

/** A colour in front of an opaque one. */
function over([red, green, blue, alpha]: Colour, [behindRed, behindGreen, behindBlue]: Colour): Colour {
  const mixed = (front: number, behind: number) => front * alpha + behind * (1 - alpha);
  return [mixed(red, behindRed), mixed(green, behindGreen), mixed(blue, behindBlue), 1];
}

/** A computed colour: one of another space, such as `oklch(…)`, as a canvas draws it; null if there is none. */
function colourOf(text: string): Colour | null {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
  // Without an alpha it is opaque.
  if (parts !== null) return parts.slice(1).map((part) => Number(part ?? 1)) as never;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}
