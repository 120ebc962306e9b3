/** The colours behind a site's name, in CSS. White text on each of them has a contrast of at least 4.5:1. */
export const SITE_COLORS = {
  red: '#b3261e',
  orange: '#964b00',
  green: '#1a6b34',
  blue: '#1f5fae',
  purple: '#6d3fa8',
  grey: '#5a6264',
} as const;

export type SiteColor = keyof typeof SITE_COLORS;

export const SITE_COLOR_NAMES = Object.keys(SITE_COLORS) as SiteColor[];

/** Maximum length of a site's name, in UTF-16 units. */
export const MAX_SITE_NAME_LENGTH = 30;
