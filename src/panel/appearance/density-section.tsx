import type { Density } from '@/src/core/records/density';
import { i18n } from '@/src/texts/i18n';
import { SwitchField } from '../chat-settings/switch-field';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useChoice } from './use-choice';
import { useDensity } from './use-density';

interface DensitySectionProps {
  perform: Perform;
  onError(error: unknown): void;
}

/** The switch of the compact panel, for all panels. */
export function DensitySection({ perform, onError }: DensitySectionProps) {
  const { shown, choose, revert } = useChoice(useDensity(onError) ?? undefined);
  const chooseDensity = async (density: Density) => {
    choose(density);
    if (!(await perform(() => sendCommand({ type: 'set-density', density })))) revert();
  };
  return (
    <fieldset className="density-choice" disabled={shown === undefined}>
      <legend>{i18n.t('appearance.density.legend')}</legend>
      <SwitchField
        label={i18n.t('appearance.density.compact')}
        sentence={i18n.t('appearance.density.explanation')}
        isOn={shown === 'compact'}
        defaultIsOn={false}
        onChange={(isOn) => void chooseDensity(isOn ? 'compact' : 'normal')}
      />
    </fieldset>
  );
}
