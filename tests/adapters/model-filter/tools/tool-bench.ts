import { expect } from 'vitest';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { toolResultSchema } from '@/src/messages/page-answers';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { FakeModelFilterPage } from '../../../fakes/model-filter-page';
import { createDryRunBench } from '../dry-run/dry-run-bench';

/** Runs tools on a page in memory. */
export interface ToolBench {
  /** Opens another page, replacing the previous one. */
  open(overrides?: Partial<ModelFilterContext>): FakeModelFilterPage;
  run(tool: string, args?: JsonObject): Promise<ToolResult>;
  close(): void;
}

export function createToolBench(document: Document): ToolBench {
  let bench: ReturnType<typeof createDryRunBench> | null = null;
  const close = () => {
    bench?.page.remove();
    bench = null;
  };
  return {
    open(overrides = {}) {
      close();
      bench = createDryRunBench(document, overrides);
      return bench.page;
    },
    async run(tool, args = {}) {
      if (bench === null) throw new Error('No page is open.');
      const { result } = await bench.run(tool, args);
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
