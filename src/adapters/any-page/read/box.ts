/** Edges of a rectangle of the viewport, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };
/** Farther to the right, in CSS pixels, nobody scrolls; it is a usual place to put text out of sight. */
const WIDEST = 8_000;
/** Elements of these kinds clip nothing, whatever their overflow. */
const UNCLIPPED = /^(?:inline|contents|table-(?:row|column|header|footer).*)$/;

/** A copy, since the browser's own has slow getters. */
export function boxOf({ left, top, right, bottom }: Box): Box {
  return { left, top, right, bottom };
}

/** Width and height; 0 if there is none. */
export function lengthsOf({ left, top, right, bottom }: Box): [width: number, height: number] {
  return [Math.max(0, right - left), Math.max(0, bottom - top)];
}

export function overlapOf(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** The viewport, and all of the page that can be scrolled into it. */
export function viewportBoxes(document: Document, window: Window): { page: Box; screen: Box } {
  const { documentElement: root, body } = document;
  const { clientWidth, clientHeight } = root;
  const screen = { left: 0, top: 0, right: clientWidth, bottom: clientHeight };
  const isFixed = [root, body].some((one) => /hidden|clip/.test(window.getComputedStyle(one).overflowX));
  const page = reachable(root, window.getComputedStyle(root), screen);
  // While a dialog is open, pages often stop scrolling down, so that is taken as possible.
  return { page: isFixed ? { ...page, left: 0, right: clientWidth } : page, screen };
}

/** Box in which the content of an element is seen that itself is seen in `outer`. */
export function contentBox(element: Element, style: CSSStyleDeclaration, outer: Box): Box {
  const { display } = style;
  const isPainted = /strict|content|paint/.test(style.contain);
  const [overflowX, overflowY] = isPainted ? ['clip', 'clip'] : [style.overflowX, style.overflowY];
  if ((overflowX === 'visible' && overflowY === 'visible') || UNCLIPPED.test(display)) return outer;
  const own = boxOf(element.getBoundingClientRect());
  const shown = overlapOf(own, outer);
  // What is scrolled in a box that is hardly seen isn't seen either.
  if (lengthsOf(shown).some((length) => length < 3)) return NOWHERE;
  const isScrolled = /auto|scroll/.test(overflowX + overflowY);
  const scrolled = isScrolled ? reachable(element, style, own) : shown;
  const [x, y] = [overflowX, overflowY].map((kind) =>
    kind === 'visible' ? outer : kind === 'hidden' || kind === 'clip' ? shown : scrolled,
  ) as [Box, Box];
  return { left: x.left, right: x.right, top: y.top, bottom: y.bottom };
}

/** Box of what an element can scroll to. */
function reachable(element: Element, style: CSSStyleDeclaration, { left, top }: Box): Box {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  // Scrolling begins at the right or the bottom.
  const isLeftward =
    style.direction === 'rtl' || /-rl$|-reverse$/.test(style.writingMode + style.flexDirection);
  const isUpward = style.flexDirection === 'column-reverse';
  const from = {
    left: left - scrollLeft - (isLeftward ? scrollWidth - clientWidth : 0),
    top: top - scrollTop - (isUpward ? scrollHeight - clientHeight : 0),
  };
  return {
    ...from,
    right: from.left + Math.min(scrollWidth, clientWidth + WIDEST),
    bottom: from.top + scrollHeight,
  };
}

/** The part of `outer` that `clip` and `clip-path` leave of an element. */
export function cutBox(element: Element, style: CSSStyleDeclaration, outer: Box): Box {
  const { clip, clipPath } = style;
  const hasClip = clip.startsWith('rect(') && /absolute|fixed/.test(style.position);
  if (!hasClip && !clipPath.includes('(')) return outer;
  const own = boxOf(element.getBoundingClientRect());
  const cut = hasClip ? overlapOf(outer, rectangle(clip, own)) : outer;
  return clipPath.includes('(') ? overlapOf(cut, shapeBox(clipPath, own)) : cut;
}

/** The box of `rect(top, right, bottom, left)`; `auto` is an edge of the element. */
function rectangle(clip: string, { left, top, right, bottom }: Box): Box {
  const [upper = '', end = '', lower = '', start = ''] = clip.slice(5, -1).split(/[ ,]+/);
  return {
    left: start === 'auto' ? left : left + Number.parseFloat(start),
    top: upper === 'auto' ? top : top + Number.parseFloat(upper),
    right: end === 'auto' ? right : left + Number.parseFloat(end),
    bottom: lower === 'auto' ? bottom : top + Number.parseFloat(lower),
  };
}

/** The box around a basic shape. Of one that only the browser can draw, nothing counts as seen. */
function shapeBox(clipPath: string, own: Box): Box {
  const [, name = '', content = ''] = /^([\w-]+)\((.*)\)/.exec(clipPath) ?? [];
  const [width, height] = lengthsOf(own);
  const [plain = '', place = '50% 50%'] = content.split(/ round | ?at /);
  const sizes = plain.split(' ');
  if (name === 'inset') {
    const [top = '', right = top, bottom = top, left = right] = sizes;
    return {
      left: own.left + length(left, width),
      top: own.top + length(top, height),
      right: own.right - length(right, width),
      bottom: own.bottom - length(bottom, height),
    };
  }
  if (name === 'circle' || name === 'ellipse') {
    const [x = 0, y = 0] = place.split(' ').map((part, axis) => length(part, axis === 0 ? width : height));
    const radii = sizes.map((size) => length(size, width));
    // A radius in words is one that reaches a side.
    const [across = 0, down = across] = radii.map((radius) => (Number.isNaN(radius) ? width : radius));
    const [left, top] = [own.left + x, own.top + y];
    return overlapOf(own, { left: left - across, top: top - down, right: left + across, bottom: top + down });
  }
  if (name !== 'polygon') return NOWHERE;
  const points = content.replace(/^(?:nonzero|evenodd), /, '').split(', ');
  const [xs, ys] = [0, 1].map((axis) =>
    points.map((point) => length(point.split(' ')[axis] ?? '', axis === 0 ? width : height)),
  ) as [number[], number[]];
  return {
    left: own.left + Math.min(...xs),
    top: own.top + Math.min(...ys),
    right: own.left + Math.max(...xs),
    bottom: own.top + Math.max(...ys),
  };
}

/** A length or a percentage in pixels. Of a sum of both, the first counts. */
function length(text: string, whole: number): number {
  const number = Number.parseFloat(text.replace(/^calc\(/, ''));
  return text.includes('%') ? (number * whole) / 100 : number;
}
