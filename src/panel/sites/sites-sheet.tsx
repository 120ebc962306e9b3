import { i18n } from '@/src/texts/i18n';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useQuery } from '../link/stored-data';
import { Sheet } from '../sheet';
import { SiteRow } from './site-row';
import { useGrantedOrigins } from './use-granted-origins';
import { useStewardSwitch } from './use-steward-switch';
import './sites.css';

/** Sites: the global switch, and each site with permanent access. */
export function SitesSheet({ onClose }: { onClose(): void }) {
  const { error, perform, report, dismiss } = useCommandError();
  const list = useQuery((queries) => queries.sites(), []);
  const granted = useGrantedOrigins(list?.map(({ origin }) => origin) ?? [], report);
  const isStewardOn = useStewardSwitch(report);
  return (
    <Sheet title={i18n.t('sites.list.title')} onClose={onClose}>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        <label className="site-switch">
          <input
            type="checkbox"
            checked={isStewardOn ?? false}
            disabled={isStewardOn === null}
            onChange={(event) => {
              const isOn = event.target.checked;
              void perform(() => sendCommand({ type: 'switch-steward', isOn }));
            }}
          />
          <span className="choice-text">
            <span>
              {isStewardOn === false ? i18n.t('sites.everywhere.isOff') : i18n.t('sites.everywhere.isOn')}
            </span>
            <span className="secondary">{i18n.t('sites.everywhere.explanation')}</span>
          </span>
        </label>
        {list?.length === 0 && <p className="secondary">{i18n.t('sites.list.noSite')}</p>}
        {list !== undefined && list.length > 0 && (
          <ul className="site-list" aria-label={i18n.t('sites.list.title')}>
            {list.map((site) => (
              <SiteRow
                key={site.origin}
                site={site}
                isGranted={granted === null ? null : granted.has(site.origin)}
                perform={perform}
              />
            ))}
          </ul>
        )}
        {list !== undefined && list.length > 0 && (
          <p className="secondary">{i18n.t('sites.list.forgetExplanation')}</p>
        )}
      </div>
    </Sheet>
  );
}
