import type { ToolResult } from '@/src/schema/tool-result';
import { assertSame } from './assert-same';
import { type ImportArgs, rulesOf } from './filter-call';
import type { FilterCase } from './filter-case';
import type { OpenPage } from './filter-rig';

/**
 * Checks that a preview changed nothing. Then imports what was previewed, and returns the result. Throws if
 * it differs from the preview.
 */
export async function checkPreview(
  args: ImportArgs,
  preview: ToolResult,
  { before, inView }: FilterCase,
  page: OpenPage,
): Promise<ToolResult> {
  assertSame('the rules after the preview', await page.readDrafts(), before);
  const own = rulesOf(before, args.provider ?? inView);
  const left = args.mode === 'replace' ? own : { ignore: [], whitelist: [] };
  const applied = await page.run('import_rules', { ...left, ...args });
  if (applied.error_code === 'nothing_to_change') return applied;
  assertSame('the code of the preview', preview.error_code, applied.error_code);
  if (!applied.success) return applied;
  const { outcomes: said, ...previewed } = preview.data ?? {};
  const { outcomes: came, ...imported } = applied.data ?? {};
  assertSame('what was previewed', previewed, imported);
  // If the preview was given only one list, it has no outcomes for the other.
  const isWhole = args.ignore !== undefined && args.whitelist !== undefined;
  if (isWhole) assertSame('the outcomes that were previewed', said, came);
  return applied;
}
