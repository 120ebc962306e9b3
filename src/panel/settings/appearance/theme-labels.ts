import type { Theme } from '@/src/schema/values/theme';
import type { TextKey } from '@/src/texts/text-key';

/** Names of the themes. */
export const THEME_LABELS: Readonly<Record<Theme, TextKey>> = {
  system: 'appearance.theme.system',
  light: 'appearance.theme.light',
  dark: 'appearance.theme.dark',
};
