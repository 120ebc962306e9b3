/** Parses a JSON text; null for invalid JSON, which the callers' schemas reject. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
