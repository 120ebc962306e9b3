import type { Chat, Target } from '@/src/schema/chat';
import type { AssistantMessage } from '@/src/schema/message';
import type { InForce } from '@/src/schema/values/in-force';
import { type Said, say } from '@/src/schema/values/said';
import { adapterFor } from '../adapter/adapter-of-chat';
import type { AdapterPort } from '../adapter/adapter-port';
import { chatAuditEntry } from '../audit/chat-audit-entry';
import type { CheckpointManager, CheckpointStore } from '../checkpoints/checkpoint-manager';
import { toErrorInfo } from '../errors';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { PagePort } from '../ports/page-port';
import { changesPage } from '../records/tool-effect';
import { english } from '../text/english';
import { carriedOut } from './site-parts';

/** Time after a change for which its sites are read again, in milliseconds. Servers that reload their configuration take seconds. */
export const CHECK_BOUND_MS = 15_000;
const READ_EVERY_MS = 3_000;

export interface SiteCheckDeps {
  journal: Pick<Journal, 'load' | 'chatById' | 'executionsOf' | 'addAudit'>;
  adapters: AdapterPort;
  page: Pick<PagePort, 'readContext'>;
  checkpoints: Pick<CheckpointManager, 'stateOf'>;
  checkpointStore: Pick<CheckpointStore, 'ofResponse'>;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
}

/** A site that a response has changed. */
interface ChangedSite {
  chat: Chat;
  response: AssistantMessage;
  /** Reads the site once. Rejects as `PagePort` does. */
  read(): Promise<InForce>;
  /** True if a later reading may find another outcome without an action of the user. */
  mayFollow: boolean;
}

/**
 * Finds out on which sites of a chat the changes of a response are in force, and adds the outcome to the audit of each. Reads those on
 * which they aren't again until `boundMs` have passed. Only the newest calls of a site are checked. Rejects with `storage`.
 */
export async function checkSites(
  deps: SiteCheckDeps,
  chatId: string,
  messageId: string,
  boundMs: number,
): Promise<void> {
  const { targets = [] } = await deps.journal.chatById(chatId); // Missing in a chat about one page.
  const changed = await Promise.all(targets.map((site) => siteChangedBy(deps, messageId, site)));
  let open = changed.filter((site) => site !== null);
  const untilMs = deps.clock.now() + boundMs;
  while (open.length > 0) {
    const isLast = deps.clock.now() + READ_EVERY_MS > untilMs;
    const next: ChangedSite[] = [];
    for (const site of open) {
      const check = await outcomeOf(site);
      if (check.value !== 'yes' && site.mayFollow && !isLast) next.push(site);
      else await note(deps, site, check);
    }
    open = next;
    if (open.length > 0) await deps.timer.sleep(READ_EVERY_MS);
  }
}

async function siteChangedBy(
  deps: SiteCheckDeps,
  messageId: string,
  { chatId }: Target,
): Promise<ChangedSite | null> {
  const { chat, run, messages } = await deps.journal.load(chatId);
  const response = carriedOut({ chat, run, messages });
  if (run?.carriesOut !== messageId || response === undefined) return null;
  const executions = await deps.journal.executionsOf(response.id);
  const changes = new Set(
    executions.flatMap(({ id, effect }) => (effect !== null && changesPage(effect) ? [id] : [])),
  );
  const made = messages.flatMap((message) =>
    message.role === 'tool' && message.result.success && changes.has(message.executionId)
      ? [message.result]
      : [],
  );
  if (made.length === 0) return null;
  const { inForce, saving } = adapterFor(chat, deps.adapters);
  const checkpoint = await deps.checkpointStore.ofResponse(response);
  const contextOf = async () => (await deps.page.readContext(chat)).context;
  if (inForce !== undefined && checkpoint !== null) {
    const read = async () => inForce(await deps.checkpoints.stateOf(checkpoint), await contextOf());
    return { chat, response, read, mayFollow: true };
  }
  if (saving !== undefined) {
    const read = async () => whetherSaved(saving.unsavedNote(await contextOf()));
    return { chat, response, read, mayFollow: false };
  }
  // The tool itself has read what clients get then, or can't.
  const isOpen = made.some(({ data }) => data?.in_force !== undefined && data.in_force !== 'yes');
  const read = async () => ({ value: 'unknown' as const, evidence: say('said.sites.notReadable') });
  return isOpen ? { chat, response, read, mayFollow: false } : null;
}

function whetherSaved(unsaved: Said | null): InForce {
  return unsaved === null
    ? { value: 'yes', evidence: say('said.sites.saved') }
    : { value: 'no', evidence: unsaved };
}

async function outcomeOf(site: ChangedSite): Promise<InForce> {
  try {
    return await site.read();
  } catch (error) {
    return { value: 'unknown', evidence: toErrorInfo(error).message };
  }
}

async function note(deps: SiteCheckDeps, { chat, response }: ChangedSite, found: InForce): Promise<void> {
  const entry = chatAuditEntry(chat, {
    id: deps.ids.newId(),
    atMs: deps.clock.now(),
    runId: response.runId,
    messageId: response.id,
    executionId: response.toolCalls[0]?.executionId ?? null,
    action: 'check',
    subject: `In force: ${found.value}. ${english(found.evidence)}`,
    proposed: JSON.stringify(found),
    decision: 'user',
    success: true,
    errorCode: null,
  });
  await deps.journal.addAudit(entry);
}
