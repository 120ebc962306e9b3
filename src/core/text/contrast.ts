const HEX = /^#[0-9a-f]{6}$/;

/** True for a colour as `#rrggbb`, in lower case. */
export function isHexColor(text: string): boolean {
  return HEX.test(text);
}

/** The contrast of two colours, 1 to 21, as WCAG 2 defines it. Both are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** The relative luminance, 0 to 1. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
