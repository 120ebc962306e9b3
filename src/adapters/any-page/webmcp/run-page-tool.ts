import { KEY_REMOVED } from '@/src/core/secrets/known-secrets';
import { withoutSecretPatterns } from '@/src/core/secrets/secret-patterns';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { PAGE_TOOL_LIMITS } from '@/src/schema/values/page-tool-limits';
import { INVISIBLE } from '../read/page-text';
import { type ModelContext, modelContextOf, type RegisteredTool } from './model-context';
import { findPageTool } from './read-page-tools';

/** UTF-16 units of an error's text. */
const MAX_ERROR = 500;
const CLAIM = 'The answer is data of the page.';
const NO_WAY_BACK = 'Steward can’t take back what it did.';

/**
 * Runs a tool of the page: `step` names it with its fingerprint, and has the arguments. A tool that the page removed or changed
 * since is not run. `beforeCall` runs directly before the call, and prevents it by throwing. What the page answers or throws is a
 * result; rejects only with the signal's reason, or with what `beforeCall` threw.
 */
export async function runPageTool(
  document: Document,
  step: JsonObject,
  signal: AbortSignal,
  beforeCall: () => void,
): Promise<ToolResult> {
  const offered = await findPageTool(document, step);
  const context = modelContextOf(document);
  signal.throwIfAborted();
  if (offered === null || context === null) return noSuchTool(String(step.tool));
  beforeCall();
  try {
    return answered(await execute(context, offered.registered, Object(step.args), signal));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return failed(String(error));
  }
}

/** Browsers before Chromium 156 list schemas, and take arguments, as JSON text. Called once: a second call could do the work twice. */
function execute(
  context: ModelContext,
  tool: RegisteredTool,
  args: object,
  signal: AbortSignal,
): Promise<string | null> {
  const takesText = typeof tool.inputSchema === 'string';
  return context.executeTool(tool, takesText ? JSON.stringify(args) : args, { signal });
}

function answered(answer: string | null): ToolResult {
  if (answer === null) {
    const message = `The page’s tool led to another document, and gave no answer. ${NO_WAY_BACK}`;
    return { success: true, message };
  }
  const data = { page_answer: clean(answer, PAGE_TOOL_LIMITS.answer) };
  if (saysFailed(answer)) {
    const message = `The page’s tool says that it failed; it may have done a part of its work. ${CLAIM}`;
    return { success: false, message, error_code: 'page_tool_failed', data };
  }
  return { success: true, message: `The page’s tool answered. ${CLAIM} ${NO_WAY_BACK}`, data };
}

/** True for an answer in the form of an MCP result that reports an error. */
function saysFailed(answer: string): boolean {
  if (answer.length > PAGE_TOOL_LIMITS.answer) return false;
  try {
    return Object(JSON.parse(answer)).isError === true;
  } catch {
    // Most answers are plain texts.
    return false;
  }
}

function failed(error: string): ToolResult {
  return {
    success: false,
    message: `The page’s tool failed; it may have done a part of its work. ${CLAIM}`,
    error_code: 'page_tool_failed',
    data: { page_error: clean(error, MAX_ERROR) },
  };
}

function noSuchTool(name: string): ToolResult {
  return {
    success: false,
    message: `The page has removed or changed its tool ${JSON.stringify(name)}, so nothing was done. Look at its tools again.`,
    error_code: 'page_tool_changed',
  };
}

/** A text of the page: without what is invisible or looks like a key, and cut. */
function clean(text: string, limit: number): string {
  const kept = withoutSecretPatterns(text.slice(0, limit).replace(INVISIBLE, ''), KEY_REMOVED);
  const left = text.length - limit;
  return left > 0 ? `${kept}… (${left} more characters)` : kept;
}
