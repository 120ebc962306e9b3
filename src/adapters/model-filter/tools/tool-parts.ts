import { z } from 'zod';
import type { StewardError } from '@/src/core/errors';
import { joinWithAnd } from '@/src/core/in-words';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { failure as anyFailure, countOf, MAX_PAGE_LENGTH, pageFields } from '../../kit/tool-results';
import type { RuleKind } from '../model-filter-context';
import type { PageAccess, PageWrite } from '../page-access';
import { MAX_PATTERN_LENGTH } from '../rule-list';

/** A tool: its definition, and how a call of it runs. */
export interface ModelFilterTool {
  readonly definition: ToolDefinition;
  /** Arguments that the tool's input rejects lead to a result that the model can act on. */
  run(page: PageAccess, args: JsonObject): Promise<ToolResult>;
}

/** Declares a tool; `run` gets the arguments as its input parses them, and may throw a {@link FailedCall}. */
export function tool<Input extends z.ZodObject>(
  declared: Parameters<typeof defineTool>[0] & { readonly input: Input },
  run: (page: PageAccess, args: z.output<Input>) => Promise<ToolResult>,
): ModelFilterTool {
  const { name, input } = declared;
  return {
    definition: defineTool(declared),
    async run(page, args) {
      const parsed = input.safeParse(args);
      if (parsed.success) return run(page, parsed.data);
      return failure('invalid_parameters', `The arguments don’t fit the parameters of ${name}.`);
    },
  };
}

/** Ends a call with the result that it failed with. */
export class FailedCall extends Error {
  constructor(readonly result: ToolResult) {
    super(result.message);
  }
}

/** Limits on what a call may hold; far above any real call. */
export const MAX_TEXT_LENGTH = 500;
const MAX_PATTERNS = 2_000;

const pattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_LENGTH)
  .describe('Compared with name and full id from end to end; wildcards * ? [seq] [!seq]. E.g. "gpt-4*".');
const existingPattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_LENGTH)
  .describe('The rule’s text exactly as the page state lists it.');

/** Any texts: the tool itself reports, rule by rule, those that can’t be rules. */
export const patterns = z.array(z.string().max(MAX_TEXT_LENGTH)).max(MAX_PATTERNS);

export const modelId = z
  .string()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .describe('A model’s full id or its name, e.g. "openai/gpt-4o" or "gpt-4o".');
export const namedProvider = z.string().min(1).max(MAX_TEXT_LENGTH).describe('One of the page’s providers.');
export const provider = namedProvider
  .optional()
  .describe('One of the page’s providers; without it the one in view.');

export const { offset, limit } = pageFields(MAX_PAGE_LENGTH);

export const newRule = z.strictObject({ pattern, provider });
export const knownRule = z.strictObject({ pattern: existingPattern, provider });
export const onlyProvider = z.strictObject({ provider });

/** The tool that lists the models which a cut list leaves out. */
export const PAGED_BY = 'list_models';
/** The tool that lists the rules which a cut list leaves out. */
export const RULES_PAGED_BY = 'list_rules';

/** Longest part of the page's own explanation in a message, in UTF-16 units. */
const MAX_PAGE_WORDS = 300;
/** Rules that a message names; more are counted. The data has all of them. */
const MAX_NAMED_RULES = 3;

/** The parts that are the same for tools whose change is undone as easily as it is made. */
export const WRITES = { effect: 'write', pagedBy: PAGED_BY } as const;
/** The same for tools whose change is larger, so that they ask. */
export const ASKS = { ...WRITES, defaultPermission: 'ask' } as const;

/** The reason why a tool of this page failed, as reported to the model. */
type ModelFilterErrorCode =
  | 'already_covered'
  | 'duplicate_rule'
  | 'invalid_parameters'
  | 'invalid_pattern'
  | 'invalid_rules'
  | 'model_not_found'
  | 'no_match'
  | 'not_applied'
  | 'not_ready'
  | 'nothing_to_change'
  | 'nothing_to_discard'
  | 'nothing_to_save'
  | 'page_changed'
  | 'page_refused'
  | 'provider_not_found'
  | 'rule_not_found'
  | 'save_failed'
  | 'saved_changed'
  | 'timeout'
  | 'too_many_to_decide'
  | 'unknown_tool';

export const failure: typeof anyFailure<ModelFilterErrorCode> = anyFailure;

/** The failure of a call with a text that can't be a rule. */
export function invalidPattern(pattern: string, problem: string): ToolResult {
  return failure('invalid_pattern', `${JSON.stringify(pattern)} can’t be a rule: ${problem}.`, { pattern });
}

/** The failure of a call on a page whose rules and models exceed the step budget. */
export function tooManyToDecide({ message, remedy }: StewardError): ToolResult {
  return failure('too_many_to_decide', `${message} ${remedy}`);
}

/** A rule in the `data` of a result. */
export function ruleData({ kind, pattern }: { kind: RuleKind; pattern: string }): JsonObject {
  return { rule_type: kind, pattern };
}

/** Rules in a message. */
export function rulesInWords(patterns: readonly string[]): string {
  if (patterns.length > MAX_NAMED_RULES) return countOf(patterns.length, 'rule');
  return joinWithAnd(patterns.map((pattern) => JSON.stringify(pattern)));
}

/** The page's own explanation, cut to the length that a message may hold. */
export function pageWords(text: string): string {
  return text.slice(0, MAX_PAGE_WORDS);
}

/** The end of a call whose change was not applied. */
export function writeFailure(
  write: Exclude<PageWrite, { outcome: 'done' }>,
  refusalCode: ModelFilterErrorCode,
): FailedCall {
  const failed = (code: ModelFilterErrorCode, message: string) => new FailedCall(failure(code, message));
  if (write.outcome === 'page-changed') {
    return failed(
      'page_changed',
      'The page was changed in the meantime, so nothing was done. Look at its state before going on.',
    );
  }
  if (write.code === 'timeout') return failed('timeout', write.message);
  if (write.code === 'not-applied') {
    return failed('not_applied', `${pageWords(write.message)} Look at its state before going on.`);
  }
  const code = write.code === 'not-ready' ? 'not_ready' : refusalCode;
  return failed(code, `The page did not do it: ${pageWords(write.message)}`);
}
