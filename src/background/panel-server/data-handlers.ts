import type { CommandHandlers } from './command-context';

export const dataHandlers = {
  'free-space': async ({ what }, { ownData, serially }) => ({
    rows: await serially('data', () => ownData.free(what)),
  }),
  'delete-session-log': async ({ chatId }, { ownData, serially }) => ({
    rows: await serially('data', () => ownData.deleteSessionLog(chatId)),
  }),
  'check-data': (_command, { dataChecks, serially }) => serially('data', () => dataChecks.check()),
  'acknowledge-findings': (_command, { dataChecks }) => dataChecks.acknowledge(),
  'delete-all-data': async (_command, { ownData, originRules, serially }) => {
    await serially('data', () => ownData.deleteAll());
    await originRules.refresh();
  },
  'restore-backup': ({ text, index, isLast }, { ownData, serially }) =>
    serially('data', () => ownData.restorePart({ text, index, isLast })),
  'set-log-level': ({ level }, { log, serially }) => serially('log', () => log.setLevel(level)),
  'clear-log': (_command, { log, serially }) => serially('log', () => log.clear()),
  'log-panel-failure': async ({ place, defect }, { log }) =>
    log.error('panel.failed', `A part of the panel failed to render: ${place}.`, { data: { defect } }),
} satisfies Partial<CommandHandlers>;
