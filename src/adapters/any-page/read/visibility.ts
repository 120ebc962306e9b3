import { type Box, boxOf, contentBox, cutBox, lengthsOf, overlapOf, viewportBoxes } from './box';
import { onceEach } from './once-each';

/** Elements whose content is not read as text. */
const UNREAD_TAGS = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS IFRAME OBJECT VIDEO AUDIO MAP HEAD DATALIST'.split(' '),
);
/** Smallest readable opacity. */
const LEAST_OPACITY = 0.1;
/** Smallest visible side of a box, in CSS pixels. Text for screen readers is usually in a box of 1 by 1. */
const LEAST_SIDE = 3;
/** Smallest area of a readable character, in square CSS pixels. */
const LEAST_AREA = 3;

/** Longest beginning of a partly clipped text that is read, in UTF-16 units. */
const MAX_CUT_TEXT = 8_000;
/** Properties that make an element a containing block unless their value is `none`. */
const CONTAINING = 'transform translate rotate scale perspective filter backdrop-filter'.split(' ');

/** Offsets of the start and the end of a part of a text. */
export type TextSpan = readonly [from: number, to: number];

/** Decides what a reader of the page sees. Use it within one reading only, since the page may change afterwards. */
interface Sight {
  /**
   * The words of a text that are drawn large enough, in a colour other than their background's, where they are visible
   * or can be scrolled into view. Empty if there are none.
   *
   * @param part the offsets of the part of the text that counts
   */
  shownText(text: Text, part: TextSpan): string;
  /**
   * True if at least a part of a field is drawn where it is visible or can be scrolled into view, with a visible text.
   */
  seesField(element: Element): boolean;
}

/** True for an element that is hidden together with its content, or that has no text. */
export function isUnread(element: Element): boolean {
  return UNREAD_TAGS.has(element.tagName.toUpperCase()) || isHidden(element);
}

/** True for an element that is hidden together with its content. */
export function isHidden(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  if (element.checkVisibility?.({ visibilityProperty: true }) ?? true) return false;
  // An element without a box (`display: contents`) may have visible content.
  const style = styleOf(element);
  return style?.display !== 'contents' || style.visibility !== 'visible';
}

export function createSight(document: Document): Sight {
  const { defaultView: window, documentElement: root } = document;
  // Only documents without a layout, as in tests, lack `checkVisibility`: Chromium has it since 105, Firefox since 106.
  if (window === null || root.checkVisibility === undefined) {
    return { shownText: ({ data }, part) => data.slice(...part), seesField: () => true };
  }
  const hasInk = createInk(document);
  // One range for all texts: the browser updates every live range whenever the page changes.
  const range = document.createRange();
  const { page, screen } = viewportBoxes(document, window);

  const viewOf = onceEach((element: Element): View => {
    const around = parentOf(element);
    const parent = around === null ? null : viewOf(around);
    const style = window.getComputedStyle(element);
    const { position } = style;
    const outer = /absolute|fixed/.test(position) ? blockClip(parent, position) : (parent?.clip ?? page);
    // The overflow of the root and the body applies to the viewport.
    const isRoot = element === root || element === document.body;
    const clip = isRoot ? outer : contentBox(element, style, cutBox(element, style, outer));
    return {
      parent,
      style,
      // The root element has no parent; its parent's opacity counts as 1.
      opacity: (parent?.opacity ?? 1) * Number(style.opacity) * filteredOpacity(style.filter),
      clip,
    };
  });
  const isContaining = onceEach(isContainingBlock);

  /** Box in which an absolutely positioned or fixed element is visible: that of its containing block. */
  function blockClip(parent: View | null, position: string): Box {
    for (let at = parent; at !== null; at = at.parent) {
      if (position === 'absolute' && at.style.position !== 'static') return at.clip;
      if (isContaining(at.style)) return at.clip;
    }
    return position === 'fixed' ? screen : page;
  }

  /** True if enough of a box is visible, and its text differs in colour from its background. */
  function isDrawn(view: View, box: Box): boolean {
    const [seenWidth, seenHeight] = lengthsOf(overlapOf(box, view.clip));
    // A narrow character may be narrower than LEAST_SIDE.
    const isWide = seenWidth > 0 && seenWidth >= Math.min(LEAST_SIDE, box.right - box.left);
    return view.opacity >= LEAST_OPACITY && isWide && seenHeight >= LEAST_SIDE && hasInk(view, box);
  }

  /** The words whose line is not clipped above or below. In scripts without spaces, single letters count as words. */
  function wordsIn(text: Text, [from, to]: TextSpan, clip: Box): string {
    let shown = '';
    const words = text.data.slice(from, Math.min(to, from + MAX_CUT_TEXT));
    for (const { index: at, 0: word } of words.matchAll(/[^\s\p{Lo}]+\s*|[\s\S]/gu)) {
      const index = from + at;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { top, bottom } = range.getBoundingClientRect();
      if (Math.min(bottom, clip.bottom) - Math.max(top, clip.top) >= LEAST_SIDE) shown += word;
    }
    return shown;
  }

  return {
    shownText(text, part) {
      const element = parentOf(text) as Element;
      const view = viewOf(element);
      const { style, clip } = view;
      if (style.contentVisibility === 'hidden' || isDotted(style)) return '';
      // Text directly in a closed `details` element has a box but is not drawn.
      if (element.tagName === 'DETAILS' && !element.hasAttribute('open')) return '';
      const data = text.data.slice(...part);
      range.setStart(text, part[0]);
      range.setEnd(text, part[1]);
      const box = boxOf(range.getBoundingClientRect());
      const [width, height] = lengthsOf(box);
      const characters = data.replace(/\s+/g, ' ').trim().length;
      if (width * height < LEAST_AREA * characters || !isDrawn(view, box)) return '';
      return box.top >= clip.top && box.bottom <= clip.bottom ? data : wordsIn(text, part, clip);
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

/** True if an element is the containing block of all its descendants, also of fixed ones (CSS Positioned Layout). */
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

/** True for the root of a shadow tree of any document, also of a frame's, whose classes are others. */
export function isShadowRoot(node: Node | null): node is ShadowRoot {
  return node?.nodeType === Node.DOCUMENT_FRAGMENT_NODE && 'host' in node;
}

/**
 * The parent in the flat tree: the slot or shadow host in which a node is drawn, or else its parent element; null for the document's
 * root element.
 */
export function parentOf(node: Node): Element | null {
  const { assignedSlot = null } = node as Partial<Text>;
  const outer = isShadowRoot(node) ? node : node.parentNode;
  return assignedSlot ?? (isShadowRoot(outer) ? outer.host : node.parentElement);
}

/** Properties of a drawn element that decide whether its content is visible. */
interface View {
  /** Null for the document's root element. */
  parent: View | null;
  style: CSSStyleDeclaration;
  /** Product with the opacities of all elements around it. */
  opacity: number;
  /** Box in which its content is visible, or can be scrolled into view. */
  clip: Box;
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const WHITE: Colour = [255, 255, 255, 1];
/**
 * Largest difference in red, green and blue at which two colours look the same. Disabled text usually differs at least
 * twice as much.
 */
const NEAR = 24;
const LEAST_ALPHA = 0.1;
/** Elements that may be drawn behind a text without being its ancestors. */
const PICTURES = 'img, video, canvas, svg, object, iframe';

/** Creates a function that returns true if a text's colour differs from its background's, or if the background is unknown. */
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

/**
 * The colour that the browser draws behind the root element; null for a dark colour scheme, whose colour the browser
 * chooses.
 */
function canvasOf({ style }: View): Colour | null {
  return style.colorScheme.includes('dark') ? null : WHITE;
}

/** True if a background fills the letters, as in text with a gradient. */
function isFilled(view: View): boolean {
  for (let at: View | null = view; at !== null; at = at.parent) {
    if (at.style.getPropertyValue('-webkit-background-clip').includes('text')) return true;
  }
  return false;
}

/** Blends a colour over an opaque one. */
function over([red, green, blue, alpha]: Colour, [behindRed, behindGreen, behindBlue]: Colour): Colour {
  const mixed = (front: number, behind: number) => front * alpha + behind * (1 - alpha);
  return [mixed(red, behindRed), mixed(green, behindGreen), mixed(blue, behindBlue), 1];
}

/** Parses a computed colour; a canvas converts other colour spaces, such as `oklch(…)`. Null without a canvas. */
function colourOf(text: string): Colour | null {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
  // A colour without alpha is opaque.
  if (parts !== null) return parts.slice(1).map((part) => Number(part ?? 1)) as never;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}
