import type { z } from 'zod';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { RuleKind } from '../model-filter-context';
import type { PageAccess } from '../page-access';
import { applyRules } from './apply-tools';
import { clearRules } from './clear-tools';
import { discardChanges } from './discard-tool';
import { importRules, previewRules } from './import-tools';
import { listRules } from './list-rules-tool';
import { DEFAULT_PAGE_LENGTH, listModels } from './list-tools';
import { refreshModels, switchProvider } from './provider-tools';
import { explainModelStatus, modelDetails, modelsMatchingPattern } from './query-tools';
import { addRuleToPage, removeRuleFromPage } from './rule-tools';
import { saveChanges } from './save-tool';
import { toolInputs } from './tool-inputs';
import { failure } from './tool-results';

type ToolName = keyof typeof toolInputs;
type Arguments<Name extends ToolName> = z.output<(typeof toolInputs)[Name]>;

/** Runs a tool with a call's arguments. */
export type ToolRun = (page: PageAccess, args: JsonObject) => Promise<ToolResult>;

function toolRun<Name extends ToolName>(
  name: Name,
  run: (page: PageAccess, args: Arguments<Name>) => Promise<ToolResult>,
): [Name, ToolRun] {
  return [
    name,
    async (page, args) => {
      const parsed = toolInputs[name].safeParse(args);
      return parsed.success
        ? run(page, parsed.data as Arguments<Name>)
        : failure('invalid_parameters', `The arguments are none of ${name}.`);
    },
  ];
}

type RuleArguments = { pattern: string; provider?: string | undefined };
const ruleCall = (kind: RuleKind, { pattern, provider }: RuleArguments) => ({
  kind,
  pattern,
  provider: provider ?? null,
});
const importCall = ({ ignore, whitelist, mode, provider }: Arguments<'preview_rules'>) => ({
  given: { ignore: ignore ?? null, whitelist: whitelist ?? null },
  mode,
  provider: provider ?? null,
});

/** What each tool of the definition does, by its name. */
export const toolRuns: ReadonlyMap<string, ToolRun> = new Map<string, ToolRun>([
  toolRun('add_ignore_rule', (page, args) => addRuleToPage(page, ruleCall('ignore', args))),
  toolRun('remove_ignore_rule', (page, args) => removeRuleFromPage(page, ruleCall('ignore', args))),
  toolRun('add_whitelist_rule', (page, args) => addRuleToPage(page, ruleCall('whitelist', args))),
  toolRun('remove_whitelist_rule', (page, args) => removeRuleFromPage(page, ruleCall('whitelist', args))),
  toolRun('clear_all_ignore_rules', (page, { provider = null }) =>
    clearRules(page, { kind: 'ignore', provider }),
  ),
  toolRun('clear_all_whitelist_rules', (page, { provider = null }) =>
    clearRules(page, { kind: 'whitelist', provider }),
  ),
  toolRun('import_rules', (page, args) => importRules(page, importCall(args))),
  toolRun('apply_rules', (page, args) => applyRules(page, args.rule_sets)),
  toolRun('preview_rules', (page, args) => previewRules(page, importCall(args))),
  toolRun('get_models_matching_pattern', (page, { pattern, provider = null }) =>
    modelsMatchingPattern(page, { pattern, provider }),
  ),
  toolRun('get_model_details', (page, { model_id: model = null, provider = null }) =>
    modelDetails(page, { model, provider }),
  ),
  toolRun('explain_model_status', (page, { model_id: model, provider = null }) =>
    explainModelStatus(page, { model, provider }),
  ),
  toolRun('list_models', (page, args) =>
    listModels(page, {
      show: args.show ?? 'all',
      contains: args.contains ?? '',
      sort: args.sort ?? 'name',
      offset: args.offset ?? 0,
      limit: args.limit ?? DEFAULT_PAGE_LENGTH,
      provider: args.provider ?? null,
    }),
  ),
  toolRun('list_rules', (page, args) =>
    listRules(page, {
      kind: args.rule_type ?? null,
      contains: args.contains ?? '',
      offset: args.offset ?? 0,
      limit: args.limit ?? DEFAULT_PAGE_LENGTH,
      provider: args.provider ?? null,
    }),
  ),
  toolRun('switch_provider', (page, { provider }) => switchProvider(page, provider)),
  toolRun('refresh_models', (page, { provider = null }) => refreshModels(page, provider)),
  toolRun('save_changes', (page) => saveChanges(page)),
  toolRun('discard_changes', (page, { provider = null }) => discardChanges(page, provider)),
]);
