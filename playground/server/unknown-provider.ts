/** The error message for an unknown provider. */
export function unknownProvider(provider: string, known: readonly string[]): string {
  return `There is no provider ${JSON.stringify(provider)}. Known are: ${known.join(', ')}.`;
}
