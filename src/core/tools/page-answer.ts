import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { isPageToolName } from './page-tool-names';

/** Fields in the data of a call's result: the answer of a page's tool, and the error that it threw. */
export const PAGE_ANSWER = 'page_answer';
export const PAGE_ERROR = 'page_error';

/**
 * The answer or error in the result of a call of a page's tool, as the page wrote it; for an answer that is an MCP
 * result, only its texts. Null if there is none, and for all other tools. `tool`: the tool's name. `data`: the data
 * of the result.
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
    // Most answers are plain text and not JSON.
    return null;
  }
  if (!isJsonObject(parsed) || !Array.isArray(parsed.content)) return null;
  const texts = parsed.content.flatMap((part) =>
    isJsonObject(part) && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.length === 0 ? null : texts.join('\n');
}
