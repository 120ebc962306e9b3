import { expect } from 'vitest';
import { createPageProtocolClient } from '@/src/adapters/kit/page-protocol';
import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { toolResultSchema } from '@/src/messages/page-answers';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import {
  createFakeModelFilterPage,
  type FakeModelFilterPage,
  modelFilterState,
} from '../../../fakes/model-filter-page';

/** Runs tools on a page in memory. */
export interface ToolBench {
  /** Opens another page, replacing the previous one. */
  open(overrides?: Partial<ModelFilterContext>): FakeModelFilterPage;
  run(tool: string, args?: JsonObject): Promise<ToolResult>;
  close(): void;
}

export function createToolBench(document: Document): ToolBench {
  const signal = new AbortController().signal;
  const half = createModelFilterPage(createPageProtocolClient(document));
  let page: FakeModelFilterPage | null = null;
  const close = () => {
    page?.remove();
    page = null;
  };
  return {
    open(overrides = {}) {
      close();
      page = createFakeModelFilterPage(document, modelFilterState(overrides));
      return page;
    },
    async run(tool, args = {}) {
      const result = await modelFilterCalls.tools.run(tool, args, {
        read: () => half.getContext(signal),
        look: (operation) => half.query(tool, operation, signal),
        change: async (step) => (await half.execute(tool, step, signal)).result,
      });
      expect(toolResultSchema.safeParse(result).success).toBe(true);
      return result;
    },
    close,
  };
}

/** A rule map with rules of `openai` only. */
export function openai(ignore: string[], whitelist: string[] = []) {
  return { openai: { ignore, whitelist } };
}

/** A rule map with rules of `gemini` only. */
export function gemini(ignore: string[], whitelist: string[] = []) {
  return { gemini: { ignore, whitelist } };
}

/** The proxy's models of `gemini`, which no page has loaded at first. */
export const GEMINI_IDS = ['gemini/pro', 'gemini/pro-preview'];
