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
    <Sheet title="Sites" onClose={onClose}>
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
            <span>{isStewardOn === false ? 'Steward is off everywhere' : 'Steward is on'}</span>
            <span className="secondary">When off, it runs on no page.</span>
          </span>
        </label>
        {list?.length === 0 && (
          <p className="secondary">
            No site yet. Steward is only where you click its toolbar button; “Always on this site”, at the top
            of the panel, lets it come back by itself.
          </p>
        )}
        {list !== undefined && list.length > 0 && (
          <ul className="site-list" aria-label="Sites">
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
          <p className="secondary">
            Forget revokes the browser’s permission, unless another site or a connection on the same host
            needs it.
          </p>
        )}
      </div>
    </Sheet>
  );
}
