/** A language as the line that opens a fence names it. */
const LANGUAGE = /^[`~\s]*([\w#+.-]{1,30})/;

/** The language that the line names, in lower case; null if it names none, or not in one word. */
export function languageOf(fenceLine: string): string | null {
  return LANGUAGE.exec(fenceLine)?.[1]?.toLowerCase() ?? null;
}
