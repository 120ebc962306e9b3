import type { CommandHandlers } from './command-context';

export const siteHandlers = {
  'keep-site': ({ origin }, { sites, serially }) => serially('sites', () => sites.keep(origin)),
  'switch-steward': ({ origin, isOn }, { sites, serially }) =>
    serially('sites', () => (origin === null ? sites.switchSteward(isOn) : sites.switchSite(origin, isOn))),
  'forget-site': ({ origin }, { sites, pageKeys, serially }) =>
    serially('sites', async () => {
      await pageKeys.forget(origin);
      await sites.forget(origin);
    }),
  'save-page-key': async ({ adapterId, origin, key }, { pageKeys, log }) => {
    await pageKeys.save({ adapterId, origin }, key);
    log.info('page.key', 'The user entered the key of a page.', { data: { adapterId } });
  },
} satisfies Partial<CommandHandlers>;
