import { ENDPOINT_PRESETS, type EndpointPreset } from '@/src/core/llm/endpoint-presets';
import { i18n } from '@/src/texts/i18n';

interface PresetChipsProps {
  /** The address in the form. */
  address: string;
  /** The address that the current page proposes; null if none. */
  proposal: string | null;
  onChoose(preset: Pick<EndpointPreset, 'address' | 'needsKey'>): void;
}

/** Buttons that fill in the address of the page's own endpoint, or of a product. */
export function PresetChips({ address, proposal, onChoose }: PresetChipsProps) {
  const ofPage =
    proposal === null
      ? []
      : [{ name: i18n.t('connection.presets.thisPage'), address: proposal, needsKey: true }];
  return (
    <fieldset className="preset-chips">
      <legend className="visually-hidden">{i18n.t('connection.presets.label')}</legend>
      {[...ofPage, ...ENDPOINT_PRESETS].map((preset) => (
        <button
          key={preset.name}
          type="button"
          aria-pressed={address.trim() === preset.address}
          title={preset.address}
          onClick={() => onChoose(preset)}
        >
          {preset.name}
        </button>
      ))}
    </fieldset>
  );
}
