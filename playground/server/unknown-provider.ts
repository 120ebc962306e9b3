/** The sentence for a provider that isn’t among those known. */
export function unknownProvider(provider: string, known: readonly string[]): string {
  return `There is no provider ${JSON.stringify(provider)}. Known are: ${known.join(', ')}.`;
}
