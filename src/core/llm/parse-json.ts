/** The text as JSON; undefined, which no schema of ours accepts, for what isn't any. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
