import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import type { Reversals } from '@/src/core/checkpoints/reversals';
import type { Revision } from '@/src/core/checkpoints/revision';
import { saveToolOf } from '@/src/core/checkpoints/saved-offers';
import type { AIService } from '@/src/core/llm/ai-service';
import type { Logger } from '@/src/core/logging/log-entry';
import { logRestore } from '@/src/core/logging/log-restore';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { Journal } from '@/src/core/ports/journal';
import { createSerializer } from '@/src/core/serialize';
import type { SideRequests } from '@/src/core/side-requests/create-side-requests';
import type { ConnectionTest } from '../endpoint/connection-test';
import type { OriginRules } from '../endpoint/origin-rules';
import { showPage } from '../page/show-page';
import type { TabBindings } from '../page/tab-bindings';
import type { Sites } from '../sites/sites';
import type { AliasStore } from '../storage/alias-store';
import type { ComposerTexts } from '../storage/composer-texts';
import type { ConnectionStore } from '../storage/connection-store';
import type { DataChecks } from '../storage/data-checks';
import type { ImageStore } from '../storage/image-store';
import type { LogControl } from '../storage/logger';
import type { OwnData } from '../storage/own-data';
import type { PageKeyStore } from '../storage/page-key-store';
import type { SetAsideStore } from '../storage/set-aside-store';
import type { SettingsTransfer } from '../storage/settings-transfer';
import type { ChatCopies } from './chat-copies';
import { createChatHandlers } from './chat-handlers';
import type { Chats } from './chats';
import type { CommandHandlers } from './command-server';
import { openDetachedPanel } from './detached-panels';
import { createImageHandlers } from './image-handlers';
import type { ListedChats } from './listed-chats';
import type { LostChangesOffers } from './lost-changes-offers';
import type { PageRebinding } from './page-rebinding';
import { createReversalHandlers } from './reversal-handlers';
import { createRunHandlers } from './run-handlers';
import { createSetAsideHandlers } from './set-aside-handlers';
import { createSettingsHandlers } from './settings-handlers';

/** Time limit for listing models, in milliseconds. */
const LIST_MODELS_TIMEOUT_MS = 20_000;

/** The user's message in the conversation when they save the page by a button. */
const SAVE_WORDS = 'Save the changes on the page.';

/** The handlers of all commands. Commands that change a chat are serialized; Stop never waits for them. */
export function createCommandHandlers(deps: {
  loop: AgentLoop;
  reversals: Reversals;
  sideRequests: SideRequests;
  chats: Chats;
  listed: ListedChats;
  copies: ChatCopies;
  rebinding: PageRebinding;
  connections: ConnectionStore;
  adapters: AdapterPort;
  journal: Pick<Journal, 'knownPage' | 'load'>;
  aliases: AliasStore;
  transfer: SettingsTransfer;
  ai: AIService;
  bindings: TabBindings;
  sites: Sites;
  originRules: OriginRules;
  pageKeys: Pick<PageKeyStore, 'save' | 'forget'>;
  testConnection: ConnectionTest;
  lostChanges: Pick<LostChangesOffers, 'restore' | 'dismiss'>;
  composerTexts: ComposerTexts;
  setAside: SetAsideStore;
  images: ImageStore;
  ownData: OwnData;
  dataChecks: Pick<DataChecks, 'check' | 'acknowledge'>;
  log: Logger & LogControl;
  /** Sends the page's status to the chat's panels. */
  look: (chatId: string) => Promise<void>;
}): CommandHandlers {
  const { loop, chats, connections, sideRequests } = deps;
  const serially = createSerializer();

  /** Edits a message or retries an answer, with the rollback of the page that the user chose, if any. */
  async function revise(
    chatId: string,
    { messageId, text, expectedPosition, page }: Revision,
    consent: UserConsent,
  ): Promise<{ runId: string }> {
    const work = () => loop.revise(chatId, { messageId, text, expectedPosition, page }, consent);
    if (page.kind === 'keep') return serially(chatId, work);
    const begun = await serially(chatId, () =>
      logRestore(deps.log, { chatId, checkpointId: null, subject: 'The page before a message was' }, work),
    );
    // As after a rollback.
    await deps.lostChanges.dismiss(chatId);
    await deps.look(chatId);
    return begun;
  }

  return {
    ...createChatHandlers({ ...deps, serially }),
    ...createRunHandlers({ loop, serially }),
    ...createImageHandlers({ ...deps, endpoints: connections, serially }),
    ...createSetAsideHandlers({ ...deps, serially }),
    ...createSettingsHandlers({ ...deps, serially }),
    attach: async ({ windowId, shownChatId }) => {
      const attached = await serially('attach', () => chats.attach(windowId, shownChatId));
      if (attached.chatId !== null) await deps.look(attached.chatId);
      return attached;
    },
    'attach-detached': async ({ chatId }) => {
      const attached = await chats.lookAt(chatId);
      await deps.look(chatId);
      return attached;
    },
    'read-selection': async ({ chatId }) => ({ text: await chats.readSelection(chatId) }),
    'keep-text': ({ chatId, text }) =>
      serially(`text:${chatId}`, () => resolveNull(deps.composerTexts.keep(chatId, text))),
    retry: ({ chatId }) => serially(chatId, () => resolveNull(loop.retry(chatId))),
    'continue-run': ({ chatId }) => serially(chatId, () => resolveNull(loop.continueRun(chatId))),
    // Not in turn: the chat stays usable meanwhile, and Cancel has to arrive.
    summarize: async ({ chatId }) => ({ isStored: await sideRequests.summarize(chatId) }),
    'cancel-summary': async ({ chatId }) => {
      sideRequests.cancelSummary(chatId);
      return null;
    },
    'edit-summary': ({ chatId, summaryId, text }) =>
      serially(chatId, () => resolveNull(sideRequests.summaries.edit(chatId, summaryId, text))),
    'accept-summary': ({ chatId, summaryId, text }) =>
      serially(chatId, () => resolveNull(sideRequests.summaries.accept(chatId, summaryId, text))),
    'discard-summary': ({ chatId, summaryId }) =>
      serially(chatId, () => resolveNull(sideRequests.summaries.discard(chatId, summaryId))),
    'remove-summary': ({ chatId, summaryId }) =>
      serially(chatId, () => resolveNull(sideRequests.summaries.remove(chatId, summaryId))),
    'age-outputs': ({ chatId }) =>
      serially(chatId, async () => {
        await chats.ageOutputs(chatId);
        await loop.retry(chatId);
        return null;
      }),
    'preview-approval': ({ approvalId, choices }) => loop.previewApproval(approvalId, choices),
    'decide-approval': ({ approvalId, digest, choices, allowTools }, consent) =>
      serially(approvalId, () =>
        resolveNull(loop.decideApproval(approvalId, { digest, choices, allowTools }, consent)),
      ),
    ...createReversalHandlers({ ...deps, serially }),
    'preview-revision': ({ chatId, messageId }) => loop.previewRevision(chatId, messageId),
    'edit-message': ({ chatId, text, ...revision }, consent) =>
      revise(chatId, { ...revision, text }, consent),
    'retry-answer': ({ chatId, ...revision }, consent) =>
      revise(chatId, { ...revision, text: null }, consent),
    'save-page': ({ chatId }) =>
      serially(chatId, async () => loop.proposeCall(chatId, SAVE_WORDS, await saveToolOf(deps, chatId))),
    'dismiss-lost-changes': async ({ chatId }) => {
      await deps.lostChanges.dismiss(chatId);
      await deps.look(chatId);
      return null;
    },
    'save-connection': async (input) => {
      const saved = await connections.save(input);
      await deps.originRules.refresh();
      return saved;
    },
    'delete-connection': async ({ connectionId }) => {
      await connections.remove(connectionId);
      await deps.originRules.refresh();
      return null;
    },
    'test-connection': async ({ connectionId, model }) => ({
      checks: await deps.testConnection(await connections.endpoint(connectionId), model),
    }),
    'list-models': async ({ connectionId }) => {
      const endpoint = await connections.endpoint(connectionId);
      const models = await deps.ai.listModels(endpoint, AbortSignal.timeout(LIST_MODELS_TIMEOUT_MS));
      await connections.keepModels(connectionId, models);
      return { models };
    },
    'try-cache-marks': ({ chatId }) =>
      serially(chatId, async () => resolveNull(connections.forgetCacheRefusal(await chats.byId(chatId)))),
    'set-policy': ({ chatId, approvalPolicy, permissions, planMode }) =>
      serially(chatId, async () => {
        const changes = await chats.setPolicy(chatId, { approvalPolicy, permissions, planMode });
        if (changes.length > 0) {
          deps.log.info('chat.policy', `The chat’s policy has changed: ${changes.join('; ')}.`, { chatId });
        }
        return null;
      }),
    'keep-site': ({ origin }) => serially('sites', () => resolveNull(deps.sites.keep(origin))),
    'switch-site': ({ origin, isOn }) =>
      serially('sites', () => resolveNull(deps.sites.switchSite(origin, isOn))),
    'forget-site': ({ origin }) =>
      serially('sites', async () => {
        await deps.pageKeys.forget(origin);
        return resolveNull(deps.sites.forget(origin));
      }),
    'save-page-key': async ({ adapterId, origin, key }) => {
      await deps.pageKeys.save({ adapterId, origin }, key);
      deps.log.info('page.key', 'The user entered the key of a page.', { data: { adapterId } });
      return null;
    },
    'switch-steward': ({ isOn }) => serially('sites', () => resolveNull(deps.sites.switchSteward(isOn))),
    'set-log-level': ({ level }) => serially('log', () => resolveNull(deps.log.setLevel(level))),
    'clear-log': () => serially('log', () => resolveNull(deps.log.clear())),
    'free-space': async ({ what }) => ({ rows: await serially('data', () => deps.ownData.free(what)) }),
    'check-data': () => serially('data', () => deps.dataChecks.check()),
    'acknowledge-findings': () => resolveNull(deps.dataChecks.acknowledge()),
    'delete-session-log': async ({ chatId }) => ({
      rows: await serially('data', () => deps.ownData.deleteSessionLog(chatId)),
    }),
    'delete-all-data': async () => {
      await serially('data', () => deps.ownData.deleteAll());
      await deps.originRules.refresh();
      return null;
    },
    'restore-backup': ({ text, index, isLast }) =>
      serially('data', () => deps.ownData.restorePart({ text, index, isLast })),
    'log-panel-failure': async ({ place, defect }) => {
      deps.log.error('panel.failed', `A part of the panel failed to render: ${place}.`, { data: { defect } });
      return null;
    },
    'choose-model': ({ chatId, connectionId, model }) =>
      serially(chatId, async () => {
        await chats.chooseModel(chatId, connectionId, model);
        await loop.noteEndpoint(chatId);
        deps.log.info('chat.model', `The model is ${model} now.`, { chatId, data: { connectionId, model } });
        return null;
      }),
    // In turn: the second of two quick clicks finds the panel that the first one opened.
    'detach-panel': ({ chatId, place }) =>
      serially('detach', () => resolveNull(openDetachedPanel({ chatId, place }))),
    'show-page': async ({ chatId }) => {
      await showPage(deps.bindings, chatId);
      return null;
    },
  };
}

async function resolveNull(work: Promise<void>): Promise<null> {
  await work;
  return null;
}
