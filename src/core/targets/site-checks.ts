import type { Chat, Target } from '@/src/schema/chat';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { AssistantMessage } from '@/src/schema/message';
import type { InForce } from '@/src/schema/values/in-force';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import type { AdapterPort } from '../adapter/adapter-port';
import { chatAuditEntry } from '../audit/chat-audit-entry';
import type { CheckpointManager, CheckpointStore } from '../checkpoints/checkpoint-manager';
import { hasCode, toErrorInfo } from '../errors';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { PagePort, PageReading } from '../ports/page-port';
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
  checkpoints: Pick<CheckpointManager, 'stateOf' | 'stateAfter'>;
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
  /** True if the outcome may change without an action of the user, so that the site is worth reading again. */
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
  const untilMs = deps.clock.now() + boundMs;
  // Each on its own: one that doesn't answer keeps no other one waiting.
  await Promise.all(
    targets.map(async (target) => {
      const site = await siteChangedBy(deps, messageId, target);
      if (site !== null) await follow(deps, chatId, site, untilMs);
    }),
  );
}

async function follow(
  deps: SiteCheckDeps,
  chatId: string,
  site: ChangedSite,
  untilMs: number,
): Promise<void> {
  while (await isAbout(deps, chatId, site)) {
    const isLast = deps.clock.now() + READ_EVERY_MS > untilMs;
    const check = await outcomeOf(site);
    if (check.value === 'yes' || !site.mayFollow || isLast) {
      if (await isAbout(deps, chatId, site)) await note(deps, site, check);
      return;
    }
    await deps.timer.sleep(READ_EVERY_MS);
  }
}

/** False once the user has removed the site from the chat, or has deleted the chat. */
async function isAbout(
  { journal }: Pick<SiteCheckDeps, 'journal'>,
  chatId: string,
  { chat: { id } }: ChangedSite,
): Promise<boolean> {
  try {
    const { targets = [], deletedAtMs } = await journal.chatById(chatId); // Missing in a chat about one page.
    return deletedAtMs === null && targets.some((site) => site.chatId === id);
  } catch (error) {
    if (hasCode(error, 'not-found')) return false;
    throw error;
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
  const { inForce, saving, ...adapter } = adapterFor(chat, deps.adapters);
  const checkpoint = await deps.checkpointStore.ofResponse(response);
  const checked = (compare: (context: Json) => Promise<InForce>, mayFollow: boolean): ChangedSite => ({
    chat,
    response,
    async read() {
      const reading = await deps.page.readContext(chat);
      const isLost = checkpoint !== null && (await isPartLost(deps, checkpoint, adapter, reading));
      return isLost ? { value: 'no', evidence: say('said.sites.lost') } : compare(reading.context);
    },
    mayFollow,
  });
  if (inForce !== undefined && checkpoint !== null)
    return checked(async (context) => inForce(await deps.checkpoints.stateOf(checkpoint), context), true);
  if (saving !== undefined)
    return checked(async (context) => whetherSaved(saving.unsavedNote(context)), false);
  // The tool itself has read what clients get then, or can't.
  const isOpen = made.some(({ data }) => data?.in_force !== undefined && data.in_force !== 'yes');
  const read = async () => ({ value: 'unknown' as const, evidence: say('said.sites.notReadable') });
  return isOpen ? { chat, response, read, mayFollow: false } : null;
}

/** True if the page has lost a part of the change after this checkpoint: somebody took it back, or loaded the page before it was saved. */
async function isPartLost(
  { checkpoints }: Pick<SiteCheckDeps, 'checkpoints'>,
  checkpoint: CheckpointEntry,
  { diffState, restorableState }: Pick<AdapterDefinition, 'diffState' | 'restorableState'>,
  { context, stateHash }: PageReading,
): Promise<boolean> {
  const after = await checkpoints.stateAfter(checkpoint);
  if (after === null || checkpoint.after?.stateHash === stateHash) return false;
  const before = await checkpoints.stateOf(checkpoint);
  const present = new Set(diffState(before, restorableState(context)).map((one) => JSON.stringify(one)));
  return diffState(before, after).some((one) => !present.has(JSON.stringify(one)));
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
