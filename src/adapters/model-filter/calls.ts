import { computedCalls } from '../kit/calls';
import { planToolOf } from '../kit/computed-tool';
import { modelFilter } from './definition';
import { planRows } from './dry-run/plan-rows';
import { previewOf } from './dry-run/preview-of';
import type { ModelFilterContext, ModelFilterState } from './model-filter-context';
import { allTools } from './tools/all-tools';
import { loadModels } from './tools/provider-view';
import { foreignSave } from './tools/state-tools';
import type { FilterChange } from './tools/tool-parts';

/** The tools of model-filter pages, and their dry run. */
export const modelFilterCalls = computedCalls<ModelFilterContext, ModelFilterState, FilterChange>(
  modelFilter,
  {
    planTool: planToolOf(allTools),
    rows: planRows,
    complete: loadModels,
    preview: previewOf,
    // A dry run doesn't read the file: what somebody else saved would become the state that the approved save replaces.
    check: async (context, tool, page) =>
      tool === modelFilter.saving?.tool ? foreignSave(context, page) : null,
    changed: ({ report }, _before, done, page) => report(done, page),
  },
);
