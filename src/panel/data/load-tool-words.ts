import type { ResultView } from '@/src/core/adapter/result-view';
import { spellOut } from '@/src/core/text/foreign-text';
import { BUILT_IN_TOOLS } from '@/src/core/tools/built-in-tools';
import { fillLine } from '@/src/core/tools/call-words';
import { sentName } from '@/src/core/tools/page-tool-names';
import { sendMessage } from '@/src/core/tools/send-message';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { PageTool } from '@/src/schema/page-tool';
import { loadDefinition } from './load-definition';
import type { ToolWords, WordsByTool } from './tool-words';

type OfferedTool = Pick<PageTool, 'name' | 'title' | 'fingerprint'>;

/** The words of Steward's own tools, of the page's, and of the adapter's if this build has that adapter. */
export async function loadToolWords(
  adapterId: string | null,
  pageTools: readonly OfferedTool[],
): Promise<WordsByTool> {
  return new Map([
    ...[...BUILT_IN_TOOLS, sendMessage].map((tool) => [tool.name, wordsOf(tool, [])] as const),
    ...(adapterId === null ? [] : await wordsOfAdapter(adapterId)),
    ...pageTools.map((tool) => [sentName(tool), wordsOfPageTool(tool)] as const),
  ]);
}

async function wordsOfAdapter(adapterId: string): Promise<(readonly [string, ToolWords])[]> {
  try {
    const { tools, resultViews } = await loadDefinition(adapterId, []);
    return tools.map((tool) => [tool.name, wordsOf(tool, resultViews?.[tool.name])] as const);
  } catch {
    // The header says that this build has no such adapter; its calls are shown by name and arguments.
    return [];
  }
}

/** @param views missing if the adapter declares none for the tool */
function wordsOf({ line, effect }: ToolDefinition, views: readonly ResultView[] | undefined): ToolWords {
  return {
    line: (args) => (line === undefined ? null : fillLine(line, args)),
    isCommit: effect === 'commit',
    views: views ?? [],
  };
}

/** A call of a page's own tool is shown by the title that the page gives the tool. */
function wordsOfPageTool({ name, title }: OfferedTool): ToolWords {
  return { line: () => [{ text: spellOut(title || name), isValue: false }], isCommit: true, views: [] };
}
