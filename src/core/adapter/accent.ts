const HEX = /^#[0-9a-f]{6}$/;

/**
 * A colour of an adapter's own for the user's messages and the main buttons of the panel, each as `#rrggbb` in lower case. White
 * text is shown on it, so both are rather dark.
 */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** The text on an accent, and the surfaces around it, as in the panel's theme.css. */
const ON_ACCENT = '#ffffff';
const SURFACES = { light: '#ffffff', dark: '#1b1d1f' } as const;

/** Minimum contrast of text (WCAG AA). */
const TEXT_CONTRAST = 4.5;

/** Minimum contrast of an accent with the surface around it, so that a message stands out from its background. */
const SURFACE_CONTRAST = 1.5;

/** The reasons against the use of an accent, each a sentence. Empty for a usable one. */
export function accentProblems(accent: Accent): string[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const color = accent[theme];
    if (!HEX.test(color)) return [`The ${theme} accent ${color} is no colour of the form #rrggbb.`];
    const problems: string[] = [];
    const ofText = contrastOf(color, ON_ACCENT);
    if (ofText < TEXT_CONTRAST) {
      problems.push(
        `White text on the ${theme} accent has a contrast of ${ofText.toFixed(2)}, not ${TEXT_CONTRAST}.`,
      );
    }
    const ofSurface = contrastOf(color, SURFACES[theme]);
    if (ofSurface < SURFACE_CONTRAST) {
      problems.push(
        `The ${theme} accent has a contrast of ${ofSurface.toFixed(2)} with the panel, not ${SURFACE_CONTRAST}.`,
      );
    }
    return problems;
  });
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
