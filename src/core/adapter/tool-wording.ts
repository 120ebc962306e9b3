import type { TextId } from '@/src/schema/values/said';
import { BUILT_IN_TOOLS } from '../tools/built-in-tools';
import { sendMessage } from '../tools/send-message';
import type { ToolDefinition } from '../tools/tool-definition';
import type { AdapterPort } from './adapter-port';
import type { ResultView } from './result-view';

/** Words for the calls of a tool in the panel, and views of their results. */
export interface ToolWording {
  name: string;
  /** The text for the calls (`ToolDefinition.line`); null to show their names and arguments. */
  line: TextId | null;
  /** True if nothing undoes a call, so that its message is shown in full. */
  isCommit: boolean;
  views: readonly ResultView[];
}

/**
 * The wordings of Steward's own tools and of an adapter's. `adapterId`: null for a chat without a page. Throws `page-unknown` if
 * this build has no such adapter.
 */
export function toolWordings(adapters: AdapterPort, adapterId: string | null): ToolWording[] {
  const ofSteward = [...BUILT_IN_TOOLS, sendMessage].map((tool) => wordingOf(tool, []));
  if (adapterId === null) return ofSteward;
  const { tools, resultViews } = adapters.definitionOf(adapterId);
  // An adapter declares views only for tools whose results have something to show.
  return [...ofSteward, ...tools.map((tool) => wordingOf(tool, resultViews?.[tool.name] ?? []))];
}

function wordingOf({ name, line, effect }: ToolDefinition, views: readonly ResultView[]): ToolWording {
  return { name, line: line ?? null, isCommit: effect === 'commit', views };
}
