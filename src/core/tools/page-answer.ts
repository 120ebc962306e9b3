import { isJsonObject } from '@/src/schema/values/is-json-object';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { isPageToolName } from './page-tool-names';

/** Keys of a page tool's answer, and of its error, in the data of the call's result. */
export const PAGE_ANSWER = 'page_answer';
export const PAGE_ERROR = 'page_error';

/**
 * Answer of the page's tool of this name, or its error, in the page's words; null for other tools and without an answer. Of an
 * answer in the form of an MCP result, its texts.
 */
export function pageAnswer(tool: string, data: JsonObject): string | null {
  const answer = data[PAGE_ANSWER] ?? data[PAGE_ERROR];
  if (!isPageToolName(tool) || typeof answer !== 'string' || answer.trim() === '') return null;
  return textsOf(answer) ?? answer;
}

/** The texts of an MCP result; null for any other answer. */
function textsOf(answer: string): string | null {
  let parsed: Json;
  try {
    parsed = JSON.parse(answer);
  } catch {
    // Most answers are plain text.
    return null;
  }
  if (!isJsonObject(parsed) || !Array.isArray(parsed.content)) return null;
  const texts = parsed.content.flatMap((part) =>
    isJsonObject(part) && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.length === 0 ? null : texts.join('\n');
}
