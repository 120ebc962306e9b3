import { useCallback } from 'react';
import { browser } from 'wxt/browser';
import { hostPattern } from '@/src/core/host-pattern';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { usePermissions } from '@/src/panel/data/use-permissions';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { AllowedAddresses, ManagedSetting, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { t } from '@/src/texts/i18n';
import { SiteRow } from './site-row';
import './sites.css';

/** The switch that turns Steward on everywhere, and the list of sites with permanent access. */
export function SitesPanel() {
  const { report } = useCommands();
  const list = useQuery((queries) => queries.sites(), []);
  const granted = useGrantedOrigins(list?.map(({ origin }) => origin) ?? [], report);
  const { allowedPages, watches } = useLimits();
  const { value: isStewardOn, choose } = useExtensionSetting('isOn');
  return (
    <>
      <CommandErrorCard />
      <ManagedSetting name="isOn">
        <CheckBox
          className="site-switch"
          isOn={isStewardOn ?? false}
          isDisabled={isStewardOn === null}
          onChange={(isOn) => choose(isOn, () => sendCommand({ type: 'switch-steward', origin: null, isOn }))}
        >
          <span className="choice-text">
            <span>{t(isStewardOn === false ? 'sites.everywhere.isOff' : 'sites.everywhere.isOn')}</span>
            <span className="secondary">{t('sites.everywhere.explanation')}</span>
          </span>
        </CheckBox>
      </ManagedSetting>
      <AllowedAddresses text="settings.managed.pages" addresses={allowedPages} />
      {list?.length === 0 && <SecondaryText text="sites.list.noSite" />}
      {list !== undefined && list.length > 0 && (
        <>
          <ul className="site-list" aria-label={t('sites.list.title')}>
            {list.map((site) => (
              <SiteRow
                key={site.origin}
                site={site}
                canWatch={watches && site.isOn}
                isNamedHere={list.length > 1 && site.isOn}
                isGranted={granted === null ? null : granted.has(site.origin)}
              />
            ))}
          </ul>
          <SecondaryText text="sites.list.forgetExplanation" />
          {watches && <SecondaryText text="sites.watch.explanation" />}
        </>
      )}
    </>
  );
}

/** The origins to which the browser grants access; null until they are known. */
function useGrantedOrigins(
  origins: readonly string[],
  onError: (error: unknown) => void,
): ReadonlySet<string> | null {
  const key = origins.join(' ');
  const query = useCallback(() => readGranted(key === '' ? [] : key.split(' ')), [key]);
  return usePermissions(query, onError);
}

async function readGranted(origins: readonly string[]): Promise<ReadonlySet<string>> {
  const flags = await Promise.all(
    origins.map(async (origin) => {
      const pattern = hostPattern(origin);
      return pattern !== null && browser.permissions.contains({ origins: [pattern] });
    }),
  );
  return new Set(origins.filter((_, index) => flags[index]));
}
