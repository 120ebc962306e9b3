/** The themes that the user can choose; `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];
