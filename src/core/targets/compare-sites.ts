import type { Chat } from '@/src/schema/chat';
import type { ToolResult } from '@/src/schema/tool-result';
import { say } from '@/src/schema/values/said';
import { adapterFor } from '../adapter/adapter-of-chat';
import type { AdapterPort } from '../adapter/adapter-port';
import { compareStates, differencesText, memberNamed } from '../adapter/compare-states';
import { hasCode, toErrorInfo } from '../errors';
import type { Journal } from '../ports/journal';
import type { PagePort } from '../ports/page-port';
import { failure } from '../records/tool-result';
import { english } from '../text/english';
import { visibleJson } from '../text/visible-json';

/** Carries out a call of the tool that compares two sites. */
export async function compareSites(
  deps: { page: Pick<PagePort, 'readContext'>; adapters: AdapterPort; journal: Pick<Journal, 'chatById'> },
  chat: Chat,
  { from, to }: { from: string; to: string },
): Promise<ToolResult> {
  let read = from;
  const contextOf = async (name: string) => {
    read = name;
    const member = await deps.journal.chatById(memberNamed(chat, name));
    return (await deps.page.readContext(member)).context;
  };
  try {
    const adapter = adapterFor(chat, deps.adapters);
    const comparison = compareStates(adapter, await contextOf(from), await contextOf(to));
    const forUser = say('said.sites.differences', { count: comparison.total });
    return { success: true, message: differencesText(comparison), forUser };
  } catch (error) {
    const names = chat.targets?.map(({ name }) => visibleJson(name)).join(', ');
    const why = hasCode(error, 'not-found')
      ? `no such site. The sites of this chat: ${names}.`
      : english(toErrorInfo(error).message);
    return failure(
      hasCode(error, 'not-found') ? 'site_not_found' : 'site_unreadable',
      `${visibleJson(read)}: ${why}`,
    );
  }
}
