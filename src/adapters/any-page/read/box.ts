/** Edges of a rectangle of the viewport, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };
/** Limit of horizontal scrolling, in CSS pixels. Pages hide text by placing it farther to the right. */
const WIDEST = 8_000;
/** Display types whose elements do not clip their content, whatever their overflow. */
const UNCLIPPED = /^(?:inline|contents|table-(?:row|column|header|footer).*)$/;

/** Copies a rectangle into a plain object: the getters of DOMRect are slow. */
export function boxOf({ left, top, right, bottom }: Box): Box {
  return { left, top, right, bottom };
}

/** Width and height; 0 for an empty box. */
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

/** The viewport (`screen`), and the whole area that can be scrolled into it (`page`). */
export function viewportBoxes(document: Document, window: Window): { page: Box; screen: Box } {
  const { documentElement: root, body } = document;
  const { clientWidth, clientHeight } = root;
  const screen = { left: 0, top: 0, right: clientWidth, bottom: clientHeight };
  const isFixed = [root, body].some((one) => /hidden|clip/.test(window.getComputedStyle(one).overflowX));
  const page = reachable(root, window.getComputedStyle(root), screen);
  // Pages often disable vertical scrolling while a dialog is open, so only the horizontal limit is applied.
  return { page: isFixed ? { ...page, left: 0, right: clientWidth } : page, screen };
}

/** Box in which the content of an element is visible. `outer` is the box in which the element itself is visible. */
export function contentBox(element: Element, style: CSSStyleDeclaration, outer: Box): Box {
  const { overflowX, overflowY } = style;
  const isOverflowing = overflowX === 'visible' && overflowY === 'visible';
  if ((isOverflowing && !/strict|content|paint/.test(style.contain)) || UNCLIPPED.test(style.display))
    return outer;
  const own = boxOf(element.getBoundingClientRect());
  const shown = overlapOf(own, outer);
  // The content of a scrollable box that is itself hardly visible is not visible.
  if (lengthsOf(shown).some((length) => length < 3)) return NOWHERE;
  const [x, y] = [overflowX, overflowY].map((kind) => {
    if (/auto|scroll/.test(kind)) return reachable(element, style, own);
    return kind === 'visible' && !isOverflowing ? outer : shown;
  }) as [Box, Box];
  return { left: x.left, right: x.right, top: y.top, bottom: y.bottom };
}

/** The area that an element can scroll to. */
function reachable(element: Element, style: CSSStyleDeclaration, { left, top }: Box): Box {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  // By default the scroll origin is at the top left.
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

/** The part of `outer` that remains visible after the element's `clip` and `clip-path`. */
export function cutBox(element: Element, style: CSSStyleDeclaration, outer: Box): Box {
  const { position, clipPath } = style;
  const shapes = [/absolute|fixed/.test(position) ? style.clip : '', clipPath].filter((shape) =>
    shape.includes('('),
  );
  if (shapes.length === 0) return outer;
  const own = boxOf(element.getBoundingClientRect());
  return shapes.reduce((cut, shape) => overlapOf(cut, shapeBox(shape, own)), outer);
}

/** The bounding box of a CSS basic shape. A shape that only the browser can evaluate leaves nothing visible. */
function shapeBox(shape: string, own: Box): Box {
  // A shape without a function name, such as a URL, can only be evaluated by the browser.
  const [, name = '', content = ''] = /^([\w-]+)\((.*)\)/.exec(shape) ?? [];
  // A shape without a position is centred.
  const [plain = '', place = '50% 50%'] = content.split(/ round | ?at /);
  const sizes = plain.split(/[ ,]+/);
  const [top = '', right = top, bottom = top, left = right] = sizes;
  const [width, height] = lengthsOf(own);

  /** Start and end of the shape on one axis, relative to the left or top edge of the element. */
  function span(axis: 0 | 1, whole: number, start: string, end: string): [number, number] {
    if (name === 'inset') return [length(start, whole), whole - length(end, whole)];
    if (name === 'rect')
      return [start === 'auto' ? 0 : length(start, whole), end === 'auto' ? whole : length(end, whole)];
    if (name === 'circle' || name === 'ellipse') {
      const middle = length(place.split(' ')[axis] ?? '', whole);
      const radius = length(sizes[axis] ?? top, width);
      // A radius given by a keyword isn't a number; such a shape is taken to reach the element's sides.
      const reach = Number.isNaN(radius) ? whole : radius;
      return [Math.max(0, middle - reach), Math.min(whole, middle + reach)];
    }
    if (name !== 'polygon') return [0, 0];
    const points = content.replace(/^(?:nonzero|evenodd), /, '').split(', ');
    const places = points.map((point) => length(point.split(' ')[axis] ?? '', whole));
    return [Math.min(...places), Math.max(...places)];
  }

  const [x, y] = [span(0, width, left, right), span(1, height, top, bottom)];
  return { left: own.left + x[0], top: own.top + y[0], right: own.left + x[1], bottom: own.top + y[1] };
}

/** A length or a percentage in pixels. For a sum of both in `calc()`, the first term is used. */
function length(text: string, whole: number): number {
  const number = Number.parseFloat(text.replace(/^calc\(/, ''));
  return text.includes('%') ? (number * whole) / 100 : number;
}
