import { assertNever } from '@/src/core/assert-never';
import { logRestore } from '@/src/core/logging/log-restore';
import type { QueuedStatus, RunAction } from '@/src/messages/run-commands';
import type { RequestableStatus } from '@/src/schema/run-status';
import { say } from '@/src/schema/values/said';
import { showPage } from '../page/show-page';
import type { CommandHandlers, LoopControls } from './command-context';
import { openDetachedPanel } from './detached-panels';
import { messageHandlers } from './message-handlers';
import { settingsHandlers } from './settings-handlers';

/** Subject and verb of the log entry for each kind of reversal. */
const REVERSAL_SUBJECTS = {
  rollback: 'A checkpoint was',
  undo: 'A checkpoint was',
  edit: 'What preceded a message was',
  retry: 'What preceded a message was',
  'restore-unsaved': 'Unsaved changes lost in a reload were',
  'restore-saved': 'An earlier save was',
  'make-alike': 'What another site has was',
} as const;

const reversalHandlers = {
  'preview-reversal': ({ chatId, target }, { reversals }) => reversals.preview(chatId, target),
  reverse: async ({ chatId, target, shown }, context, consent) => {
    const { loop, reversals, lostChanges, log, look } = context;
    const keepsPage = 'strategy' in target && target.strategy === null;
    const restored = {
      chatId,
      checkpointId: 'checkpointId' in target ? target.checkpointId : null,
      subject: REVERSAL_SUBJECTS[target.kind],
    };
    const reversed = logRestore(log, restored, () =>
      loop.whileIdle(
        chatId,
        () =>
          target.kind === 'restore-unsaved'
            ? lostChanges.restore(chatId, shown, consent)
            : reversals.perform(chatId, target, shown, consent),
        keepsPage,
      ),
    );
    const givenBack = await reversed.catch(async (error: unknown) => {
      // The offer of unsaved changes must match the current page. Other refused reversals change and store nothing.
      if (target.kind === 'restore-unsaved') await look(chatId);
      throw error;
    });
    // The user chose the page's state, so lost unsaved changes are no longer offered.
    if ('strategy' in target && !keepsPage) await lostChanges.dismiss(chatId);
    // If this fails, or the worker stops before it, the user can send the queued message, or continue the run.
    if (target.kind === 'edit') await loop.sendQueued(chatId);
    if (target.kind === 'retry') await loop.continueRun(chatId);
    // Updates the page line before the panel receives the result, instead of after the page's own notice.
    await look(chatId);
    return givenBack;
  },
  'dismiss-lost-changes': async ({ chatId }, { lostChanges, look }) => {
    await lostChanges.dismiss(chatId);
    await look(chatId);
  },
} satisfies Partial<CommandHandlers>;

/** Time limit for listing models, in milliseconds. */
const LIST_MODELS_TIMEOUT_MS = 20_000;

export const endpointHandlers = {
  'save-connection': ({ connection, testedModel, endsBare }, { connections, sites }) =>
    sites.changing(() => connections.save(connection, testedModel, endsBare)),
  'delete-connection': ({ connectionId }, { connections, sites }) =>
    sites.changing(() => connections.remove(connectionId)),
  'test-connection': async ({ connection, model }, { connections, testConnection }) => {
    const endpoint = await connections.trial(connection);
    const result = await testConnection(endpoint, model);
    const isReached = result.checks.some(({ step, verdict }) => step === 'reachable' && verdict === 'passed');
    if (isReached) await connections.noteTest(connection.connectionId, endpoint);
    return result;
  },
  'check-model': ({ chatId, connectionId, model }, { modelChecks }) =>
    modelChecks.check(chatId, { connectionId, model }),
  'stop-model-check': (_, { modelChecks }) => modelChecks.stop(),
  'list-models': async ({ connectionId }, { connections, ai }) => {
    const endpoint = await connections.endpoint(connectionId);
    const models = await ai.listModels(endpoint, AbortSignal.timeout(LIST_MODELS_TIMEOUT_MS));
    await connections.keepModels(connectionId, models);
    return { models };
  },
  'choose-model': ({ chatId, choice }, { chats, aliases, loop, log, serially }) =>
    serially(chatId, async () => {
      if ('alias' in choice) {
        const { connectionId, model } = await aliases.use(chatId, choice.alias);
        const message = `The model is ${model} now, by the alias ${choice.alias}.`;
        log.info('chat.model', message, { chatId, data: { connectionId, model, alias: choice.alias } });
      } else {
        const { connectionId, model } = choice;
        await chats.chooseModel(chatId, connectionId, model);
        log.info('chat.model', `The model is ${model} now.`, { chatId, data: { connectionId, model } });
      }
      await loop.noteSettings(chatId);
    }),
  'save-alias': async ({ isNew, name, connectionId, model }, { aliases, loop, log, serially }) => {
    const alias = { name, connectionId, model };
    const chatIds = await serially('aliases', () => (isNew ? aliases.add(alias) : aliases.save(alias)));
    log.info('settings.alias', `The alias ${name} is ${model} now.`, { data: { connectionId, model } });
    // Continues chats that wait for a model.
    for (const chatId of chatIds) await loop.noteSettings(chatId);
  },
  'delete-alias': async ({ name }, { aliases, log, serially }) => {
    await serially('aliases', () => aliases.remove(name));
    log.info('settings.alias', `The alias ${name} was deleted.`, {});
  },
  'set-prices': ({ connectionId, model, prices }, { connections }) =>
    connections.setPrices(connectionId, model, prices),
  'try-cache-marks': async ({ chatId }, { chats, connections }) =>
    connections.forgetCacheRefusal(await chats.byId(chatId)),
} satisfies Partial<CommandHandlers>;

export const chatHandlers = {
  attach: async ({ to }, { chats, serially, look }) => {
    const attached =
      'chatId' in to
        ? await chats.lookAt(to.chatId)
        : await serially('attach', () => chats.attach(to.windowId, to.shownChatId));
    if (attached.chatId !== null) await look(attached.chatId);
    return attached;
  },
  'new-chat': ({ chatId, windowId }, { chats, images, serially }) =>
    serially(chatId, async () => {
      const opened = await chats.newChat(chatId, windowId);
      // The images of the composer move to the new chat, as the panel moves the text.
      if (opened.chatId !== null) await images.moveComposerImages(chatId, opened.chatId);
      return opened;
    }),
  'choose-sites': ({ chatId, sites }, context) =>
    context.serially(chatId, async () => {
      const { knownSites } = await import('./late-functions');
      const known = await knownSites(context, chatId);
      const chosen = sites.flatMap(({ origin, instanceId }) =>
        known.filter(({ binding }) => binding.origin === origin && binding.instanceId === instanceId),
      );
      const about = await context.siteChats.choose(chatId, chosen);
      // The panel moves the unsent text to a new chat, too.
      if (about.chatId !== chatId) await context.images.moveComposerImages(chatId, about.chatId);
      await context.look(about.chatId);
      return about;
    }),
  'rename-chat': ({ chatId, title }, { listed }) => listed.rename(chatId, title),
  'pin-chat': ({ chatId, isPinned }, { listed }) => listed.pin(chatId, isPinned),
  'delete-chat': ({ chatId }, { listed }) => listed.remove(chatId),
  'undelete-chat': ({ chatId }, { listed }) => listed.undoRemove(chatId),
  'branch-chat': ({ chatId, messageId }, { copies, serially }) =>
    serially(chatId, () => copies.branch(chatId, messageId)),
  'import-chat': ({ windowId, chosen, ...part }, { copies }) => copies.importPart(part, windowId, chosen),
  'preview-rebind': ({ chatId, windowId }, { rebinding }) => rebinding.preview(chatId, windowId),
  'rebind-chat': async ({ chatId, windowId, expectedStateHash }, { rebinding, serially, look }) => {
    await serially(chatId, () => rebinding.perform(chatId, windowId, expectedStateHash));
    await look(chatId);
  },
  // Serialized, so that the second of two quick clicks finds the panel that the first one opened.
  'detach-panel': ({ chatId, place }, { serially }) =>
    serially('detach', () => openDetachedPanel({ chatId, place })),
  'show-page': async ({ chatId }, { bindings }) => {
    await showPage(bindings, chatId);
  },
  'find-names': async ({ chatId, names }, { chats }) => ({ found: await chats.namesInSight(chatId, names) }),
  'show-name': ({ chatId, name }, { chats }) => chats.showName(chatId, name),
  'read-rules': async ({ chatId }, { chats, adapters }) => {
    const { adapterFor } = await import('./late-functions');
    const { ruleUse } = adapterFor(await chats.byId(chatId), await adapters());
    return { rules: ruleUse === undefined ? [] : await ruleUse(await chats.readPage(chatId)) };
  },
  'what-changed': async (of, context) => {
    const { pageNews } = await import('./late-functions');
    return pageNews(context, of);
  },
  'compare-sites': async ({ chatId, from, to }, { chats, adapters }) => {
    const { adapterFor, compareStates, memberNamed } = await import('./late-functions');
    const chat = await chats.byId(chatId);
    const read = (name: string) => chats.readPage(memberNamed(chat, name));
    return compareStates(adapterFor(chat, await adapters()), await read(from), await read(to));
  },
  'word-tools': async ({ adapterId }, { adapters }) => {
    const { toolWordings } = await import('./late-functions');
    return toolWordings(await adapters(), adapterId);
  },
} satisfies Partial<CommandHandlers>;

/** For each action of the user: the loop's method, or the status that is requested for the run. */
const RUN_CONTROLS = {
  stop: 'stop',
  'stop-after-step': 'stopGracefully',
  pause: 'pause',
  resume: 'resume',
  retry: 'retry',
  // Ends the wait before a retry.
  'try-now': { state: 'processing' },
  'continue-answer': 'continueAnswer',
  continue: 'continueRun',
  'send-queued': 'sendQueued',
  'end-task': { state: 'done' },
} as const satisfies Record<RunAction, keyof LoopControls | RequestableStatus>;

/** The status of a run that each choice of the user requests. */
const RUN_STATUSES: Record<QueuedStatus, RequestableStatus> = {
  'wait-for-user': { state: 'waiting-for-user-input', reason: 'requested' },
  done: { state: 'done' },
};

export const runHandlers = {
  'control-run': ({ chatId, action }, { loop }) => {
    const control = RUN_CONTROLS[action];
    return typeof control === 'string' ? loop[control](chatId) : loop.requestStatus(chatId, control);
  },
  'queue-status': ({ chatId, runId, status }, { loop }) =>
    loop.queueStatus(chatId, runId, status === null ? null : RUN_STATUSES[status]),
  'save-page': async ({ chatId }, { loop, journal, adapters, wording }) => {
    const { saveToolOf } = await import('./late-functions');
    const tool = await saveToolOf({ journal, adapters: await adapters() }, chatId);
    const calls = [{ name: tool, args: {} }];
    return loop.proposeCalls(chatId, (await wording()).text(say('said.page.save')), calls);
  },
  'run-recipe': async ({ chatId, name, recipe }, { loop, journal, adapters, wording }) => {
    const { recipeOfChat } = await import('./late-functions');
    const { chat } = await journal.load(chatId);
    const run = recipeOfChat(chat, await adapters(), name, recipe);
    return loop.proposeCalls(chatId, (await wording()).text(run.text), run.calls);
  },
  'preview-approval': ({ approvalId, choices }, { loop }) => loop.previewApproval(approvalId, choices),
  'decide-approval': ({ approvalId, digest, choices, allowTools }, { loop }, consent) =>
    loop.decideApproval(approvalId, { digest, choices, allowTools }, consent),
  'decide-sites': ({ chatId, answers, stops }, { siteRuns }, consent) =>
    siteRuns.decide(chatId, answers, stops, consent),
  'check-sites': ({ chatId, messageId }, { siteRuns }) => siteRuns.check(chatId, messageId),
} satisfies Partial<CommandHandlers>;

const summaryHandlers = {
  // Not serialized: the chat stays usable meanwhile, and Cancel must not wait.
  summarize: async ({ chatId }, { sideRequests }) => ({ isStored: await sideRequests.summarize(chatId) }),
  'cancel-summary': async ({ chatId }, { sideRequests }) => sideRequests.cancelSummary(chatId),
  'change-summary': ({ chatId, summaryId, change }, { sideRequests: { summaries }, serially }) =>
    serially(chatId, () => {
      switch (change.kind) {
        case 'edit':
          return summaries.edit(chatId, summaryId, change.text);
        case 'accept':
          return summaries.accept(chatId, summaryId, change.text);
        case 'discard':
          return summaries.discard(chatId, summaryId);
        case 'remove':
          return summaries.remove(chatId, summaryId);
        default:
          return assertNever(change);
      }
    }),
} satisfies Partial<CommandHandlers>;

const dataHandlers = {
  'free-space': async ({ what }, { ownData, serially }) => ({
    rows: await serially('data', () => ownData.free(what)),
  }),
  'delete-chat-log': async ({ chatId }, { ownData, serially }) => ({
    rows: await serially('data', () => ownData.deleteChatLog(chatId)),
  }),
  'check-data': (_command, { dataChecks, serially }) => serially('data', () => dataChecks.check()),
  'acknowledge-findings': (_command, { dataChecks }) => dataChecks.acknowledge(),
  'delete-all-data': (_command, { ownData, serially }) => serially('data', () => ownData.deleteAll()),
  'restore-backup': ({ keepsPrompts, text, index, isLast }, { ownData, serially }) =>
    serially('data', () => ownData.restorePart({ text, index, isLast }, keepsPrompts)),
  'report-problem': ({ chatId }, { reports }) => reports.make(chatId),
  'set-log-level': ({ level }, { log, serially }) => serially('log', () => log.setLevel(level)),
  'clear-log': (_command, { log, serially }) => serially('log', () => log.clear()),
  'log-panel-failure': async ({ place, defect }, { log }) =>
    log.error('panel.failed', `A part of the panel failed to render: ${place}.`, { data: { defect } }),
} satisfies Partial<CommandHandlers>;

const siteHandlers = {
  'keep-site': ({ origin }, { sites, serially }) => serially('sites', () => sites.keep(origin)),
  'switch-steward': ({ origin, isOn }, { sites, serially }) =>
    serially('sites', () => (origin === null ? sites.switchSteward(isOn) : sites.switchSite(origin, isOn))),
  'mark-site': async ({ origin, mark, set }, { sites, siteChats, serially }) => {
    await serially('sites', () => sites.mark(origin, mark, set));
    await siteChats.rename();
  },
  'known-sites': async ({ chatId }, context) => {
    const { knownSites } = await import('./late-functions');
    return knownSites(context, chatId);
  },
  'forget-site': ({ origin }, { sites, serially }) => serially('sites', () => sites.forget(origin)),
  'watch-page': ({ page, every }, { watches }) => watches.set(page, every),
  'save-page-key': async ({ adapterId, origin, key }, { pageKeys, log }) => {
    await pageKeys.save({ adapterId, origin }, key);
    log.info('page.key', 'The user entered the key of a page.', { data: { adapterId } });
  },
} satisfies Partial<CommandHandlers>;

export const commandHandlers: CommandHandlers = {
  ...chatHandlers,
  ...messageHandlers,
  ...runHandlers,
  ...reversalHandlers,
  ...summaryHandlers,
  ...endpointHandlers,
  ...settingsHandlers,
  ...siteHandlers,
  ...dataHandlers,
};
