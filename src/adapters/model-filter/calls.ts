import { computedCalls } from '../kit/calls';
import { computeCallOf } from '../kit/computed-tool';
import { modelFilter } from './definition';
import { computeRows } from './dry-run/compute-rows';
import { previewOf } from './dry-run/preview-of';
import type { ModelFilterContext, ModelFilterState } from './model-filter-context';
import { allTools } from './tools/all-tools';
import { loadModels } from './tools/provider-view';
import { foreignSave } from './tools/state-tools';
import type { FilterChange } from './tools/tool-parts';

export const modelFilterCalls = computedCalls<ModelFilterContext, ModelFilterState, FilterChange>(
  modelFilter,
  {
    computeCall: computeCallOf(allTools),
    rows: computeRows,
    complete: loadModels,
    preview: previewOf,
    // A dry run does not read the file. Without this check, the approved save could overwrite rules that somebody else
    // saved meanwhile.
    check: async (context, tool, page) =>
      tool === modelFilter.saving?.tool ? foreignSave(context, page) : null,
    changed: ({ report }, _before, done, page) => report(done, page),
  },
);
