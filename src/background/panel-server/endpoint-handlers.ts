import type { CommandHandlers } from './command-context';

/** Time limit for listing models, in milliseconds. */
const LIST_MODELS_TIMEOUT_MS = 20_000;

export const endpointHandlers = {
  'save-connection': async ({ connection, testedModel }, { connections, originRules }) => {
    const saved = await connections.save(connection, testedModel);
    await originRules.refresh();
    return saved;
  },
  'delete-connection': async ({ connectionId }, { connections, originRules }) => {
    await connections.remove(connectionId);
    await originRules.refresh();
  },
  'test-connection': async ({ connection, model }, { connections, originRules, testConnection }) => {
    const endpoint = await connections.trial(connection);
    return originRules.runWithRule(endpoint.baseUrl, () => testConnection(endpoint, model));
  },
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
      await loop.noteEndpoint(chatId);
    }),
  'save-alias': async ({ isNew, name, connectionId, model }, { aliases, loop, log, serially }) => {
    const alias = { name, connectionId, model };
    const chatIds = await serially('aliases', () => (isNew ? aliases.add(alias) : aliases.save(alias)));
    log.info('settings.alias', `The alias ${name} is ${model} now.`, { data: { connectionId, model } });
    // Continues chats that wait for a model.
    for (const chatId of chatIds) await loop.noteEndpoint(chatId);
  },
  'delete-alias': async ({ name }, { aliases, log, serially }) => {
    await serially('aliases', () => aliases.remove(name));
    log.info('settings.alias', `The alias ${name} was deleted.`, {});
  },
  'try-cache-marks': async ({ chatId }, { chats, connections }) =>
    connections.forgetCacheRefusal(await chats.byId(chatId)),
} satisfies Partial<CommandHandlers>;
