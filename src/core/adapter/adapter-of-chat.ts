import type { Chat } from '@/src/schema/chat';
import type { PageTool } from '@/src/schema/page-tool';
import type { Json } from '@/src/schema/values/json';
import { boundPage } from '../records/record-access';
import { toolsOf } from '../tools/built-in-tools';
import { pageToolDefinitions } from '../tools/page-tools';
import type { ToolDefinition } from '../tools/tool-definition';
import type { AdapterDefinition } from './adapter-definition';
import type { AdapterPort } from './adapter-port';
import { forSeveralSites } from './several-sites';

/** All tools of a chat: those of its page, then the built-in ones that its settings allow. */
export function toolsFor(chat: Chat, adapters: AdapterPort): readonly ToolDefinition[] {
  return toolsOf(adapterFor(chat, adapters).tools, chat.settings);
}

/**
 * The adapter of the chat's page, with the tools that the page offered when the chat was last sent its state; for a chat about several
 * sites, that of {@link forSeveralSites}.
 */
export function adapterFor(chat: Chat, adapters: AdapterPort): AdapterDefinition {
  const definition = adapters.definitionOf(boundPage(chat).adapterId);
  return chat.targets === undefined ? withPageTools(definition, chat.pageTools) : forSeveralSites(definition);
}

/** An adapter with the tools of a page beside its own. */
export function withPageTools(
  definition: AdapterDefinition,
  pageTools: readonly PageTool[],
): AdapterDefinition {
  if (pageTools.length === 0) return definition;
  return { ...definition, tools: [...definition.tools, ...pageToolDefinitions(pageTools)] };
}

/** The tools that the page offers in this context. */
export function pageToolsIn({ ownTools }: Pick<AdapterDefinition, 'ownTools'>, context: Json): PageTool[] {
  return [...(ownTools?.list(context) ?? [])];
}
