import type { Catalogue } from './catalogue';

/** The sentence for a provider that the catalogue doesn't have. */
export function unknownProvider(provider: string, catalogue: Catalogue): string {
  return `There is no provider ${JSON.stringify(provider)}. Known are: ${catalogue.providers.join(', ')}.`;
}
