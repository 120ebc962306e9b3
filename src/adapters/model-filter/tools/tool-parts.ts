import { z } from 'zod';
import { failure as anyFailure } from '@/src/core/records/tool-result';
import { joinWithAnd } from '@/src/core/text/join-texts';
import type { defineTool } from '@/src/core/tools/define-tool';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { Effect } from '@/src/schema/values/policy';
import type { ChangeWithoutMessage, ReadOnlyToolPage } from '../../kit/calls';
import { type ComputedTool, computedTool, type FailedCall } from '../../kit/computed-tool';
import type { ListedRule } from '../../kit/rules/provider-rules';
import { MAX_PATTERN_LENGTH, type MisnamedRule } from '../../kit/rules/rule-problems';
import { batchFields, countOf, LIST_MODELS, MAX_BATCH_LENGTH } from '../../kit/tool-results';
import type { ModelFilterContext } from '../model-filter-context';
import type { PageOperation } from '../page-operation';

/** A change of the page that a call requests, with its single step. */
export interface FilterChange extends ChangeWithoutMessage<ModelFilterContext> {
  readonly step: PageOperation;
  /** New rules that the preview warns of; the call's result names them, too. Missing if the call adds no rules. */
  readonly misnamed?: readonly MisnamedRule[];
  /** The result of the call. `done` is the page's answer to the step. */
  report(done: ToolResult, page: ReadOnlyToolPage): ToolResult | Promise<ToolResult>;
}

/**
 * A tool whose `compute` may throw a {@link FailedCall}, or a `MissingPart` that names a provider whose models are
 * missing.
 */
export type ModelFilterTool = ComputedTool<ModelFilterContext, FilterChange>;

/** Declares a tool of this page. The types keep a tool with effect `read` from returning a change. */
export function tool<Input extends z.ZodObject, Own extends Effect>(
  declared: Parameters<typeof defineTool>[0] & { readonly input: Input; readonly effect: Own },
  compute: (
    context: ModelFilterContext,
    args: z.output<Input>,
  ) => Own extends 'read' ? ToolResult : FilterChange | ToolResult,
): ModelFilterTool {
  return computedTool<Input, ModelFilterContext, FilterChange>(declared, compute);
}

/** Limits on a call's arguments, far above those of any real call. */
export const MAX_TEXT_LENGTH = 500;
const MAX_PATTERNS = 2_000;

const pattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_LENGTH)
  .describe('Fits a whole name or id; wildcards * ? [seq] [!seq]. To remove a rule: its exact text.');

/** Accepts any texts: the tool reports each one that cannot be a rule. */
export const patterns = z.array(z.string().max(MAX_TEXT_LENGTH)).max(MAX_PATTERNS);

export const modelId = z
  .string()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .describe('Full id, or name if only one model has it.');
export const providerName = z.string().min(1).max(MAX_TEXT_LENGTH);
export const provider = providerName.optional().describe('Default: the one in view.');

export const { offset, limit } = batchFields(MAX_BATCH_LENGTH);

export const oneRule = z.strictObject({ pattern, provider });
export const onlyProvider = z.strictObject({ provider });

/** The tool that lists the rules that a shortened list leaves out. */
export const LIST_RULES = 'list_rules';

/** Longest part of the page's own explanation in a message, in UTF-16 units. */
const MAX_PAGE_WORDS = 300;
/** Most rules that a message names; further ones are counted. The data contains all of them. */
export const MAX_NAMED_RULES = 3;

/** Declaration of tools whose change is undone as easily as it is made. */
export const WRITES = { effect: 'write', readWith: LIST_MODELS } as const;
/** Declaration of tools with a larger change, which require approval by default. */
export const ASKS = { ...WRITES, defaultPermission: 'ask' } as const;

/** Reason for which a call of this adapter's tools failed, as reported to the model. */
type ModelFilterErrorCode =
  | 'already_covered'
  | 'duplicate_rule'
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
  | 'timeout';

export const failure: typeof anyFailure<ModelFilterErrorCode> = anyFailure;

/** A rule in the `data` of a result. */
export function ruleData({ kind, pattern }: ListedRule): JsonObject {
  return { rule_type: kind, pattern };
}

/** Names up to {@link MAX_NAMED_RULES} rules in a message; more are counted. */
export function rulesInWords(patterns: readonly string[]): string {
  if (patterns.length > MAX_NAMED_RULES) return countOf(patterns.length, 'rule');
  return joinWithAnd(patterns.map((pattern) => JSON.stringify(pattern)));
}

/** The page's own explanation of a refusal, cut to the limit of a message. */
export function pageWords({ message }: ToolResult): string {
  return message.slice(0, MAX_PAGE_WORDS);
}

/** The page's error code of a refused operation; the result's own code if the page gave none. */
export function refusalOf({ error_code, data }: ToolResult): string {
  return typeof data?.code === 'string' ? data.code : (error_code ?? '');
}

/** The result of a call whose operation failed. `done` is the page's answer. */
export function operationFailure(done: ToolResult, refusalCode: ModelFilterErrorCode): ToolResult {
  const refusal = refusalOf(done);
  switch (refusal) {
    case 'page_changed':
      return failure(
        'page_changed',
        'The page was changed in the meantime, so nothing was done. Look at its state before going on.',
      );
    case 'timeout':
      return failure('timeout', done.message);
    case 'not-applied':
      return failure('not_applied', `${pageWords(done)} Look at its state before going on.`);
    default: {
      const code = refusal === 'not-ready' ? 'not_ready' : refusalCode;
      return failure(code, `The page did not do it: ${pageWords(done)}`);
    }
  }
}
