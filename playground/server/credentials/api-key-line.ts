/** A provider's API key as the file holds it: `OPENAI_API_KEY`, then `OPENAI_API_KEY_1` and so on. */
export interface ApiKeyLine {
  keyName: string;
  /** In lower case. */
  provider: string;
  value: string;
}
