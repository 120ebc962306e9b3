import type { Box } from './box';
import { onceEach } from './once-each';

/** The drawing of an element, as far as it decides whether what is in it is seen. */
export interface View {
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
export function createInk(document: Document): (view: View, text: Box) => boolean {
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
