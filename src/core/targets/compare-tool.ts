import { z } from 'zod';
import type { Chat } from '@/src/schema/chat';
import type { ToolResult } from '@/src/schema/tool-result';
import { say } from '@/src/schema/values/said';
import { MAX_TARGET_NAME_LENGTH } from '@/src/schema/values/targets';
import { adapterFor } from '../adapter/adapter-of-chat';
import type { RollbackDeps } from '../checkpoints/rollback-ports';
import { hasCode, toErrorInfo } from '../errors';
import { failure } from '../records/tool-result';
import { english } from '../text/english';
import { visibleJson } from '../text/visible-json';
import { defineTool } from '../tools/define-tool';
import { compareStates, differencesText, memberNamed } from './compare';

const site = z.string().min(1).max(MAX_TARGET_NAME_LENGTH).describe('Name of a site.');

/** The read tool of a chat about several sites that compares two of them. */
export const compareSitesTool = defineTool({
  name: 'compare_sites',
  line: 'said.call.compareSites',
  description:
    'Compares two sites of this chat as they are now: “added” is only on `to`, “removed” only on `from`. Use it to see how sites differ. Don’t use it for the state of one site.',
  input: z.strictObject({ from: site, to: site }),
  effect: 'read',
  executor: 'delegated',
});

/** Carries out a call of {@link compareSitesTool}. Rejects with the signal's reason if it aborts. */
export async function compareSites(
  deps: Pick<RollbackDeps, 'page' | 'adapters'> & { journal: Pick<RollbackDeps['journal'], 'load'> },
  chat: Chat,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<ToolResult> {
  let read = from;
  const contextOf = async (name: string) => {
    read = name;
    const member = await deps.journal.load(memberNamed(chat, name));
    return (await deps.page.readContext(member.chat, signal)).context;
  };
  try {
    const adapter = adapterFor(chat, deps.adapters);
    const comparison = compareStates(adapter, await contextOf(from), await contextOf(to));
    const forUser = say('said.sites.differences', { count: comparison.total });
    return { success: true, message: differencesText(comparison), forUser };
  } catch (error) {
    signal.throwIfAborted();
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
