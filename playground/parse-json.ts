/** The value of a JSON text. Null for what is no JSON, so that a schema can refuse it in one place. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
