import type { PageState } from '../../state/page-state';
import { unsavedProvidersOf } from '../../state/page-view';
import { figure } from '../counted';
import { usePage, usePageState } from '../page-provider';

/** Selects the provider in view. Providers with unsaved changes are marked. */
export function ProviderSelect() {
  const { controller } = usePage();
  const catalogue = usePageState((state) => state.catalogue);
  const provider = usePageState((state) => state.provider);
  const models = usePageState((state) => state.models);
  const unsaved = usePageState(unsavedProvidersOf);
  if (catalogue.status !== 'ready' || provider === null) return null;
  return (
    <select
      className="provider-select"
      aria-label="Provider"
      value={provider}
      onChange={(event) => void controller.selectProvider(event.target.value)}
    >
      {catalogue.providers.map(({ name, count }) => (
        <option key={name} value={name}>
          {optionText(name, loadedCount(models, name) ?? count, unsaved.includes(name))}
        </option>
      ))}
    </select>
  );
}

function loadedCount(models: PageState['models'], name: string): number | undefined {
  return Object.hasOwn(models, name) ? models[name]?.length : undefined;
}

function optionText(name: string, count: number, isUnsaved: boolean): string {
  return `${name} · ${figure(count)}${isUnsaved ? ' · unsaved' : ''}`;
}
