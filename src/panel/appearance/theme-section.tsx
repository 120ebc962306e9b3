import type { Theme } from '@/src/core/records/theme';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { ThemeChoice } from './theme-choice';
import { useChoice } from './use-choice';
import { useTheme } from './use-theme';

interface ThemeSectionProps {
  perform: Perform;
  onError(error: unknown): void;
}

/** The theme as it is stored, and its choice. A choice is shown at once. */
export function ThemeSection({ perform, onError }: ThemeSectionProps) {
  const { shown, choose, revert } = useChoice(useTheme(onError) ?? undefined);
  const chooseTheme = async (theme: Theme) => {
    choose(theme);
    if (!(await perform(() => sendCommand({ type: 'set-theme', theme })))) revert();
  };
  return <ThemeChoice theme={shown ?? null} onChoose={chooseTheme} />;
}
