import { SiteMarkView } from '@/src/panel/data/site-mark';
import { useSend } from '@/src/panel/data/use-send';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Site } from '@/src/schema/site';
import { t } from '@/src/texts/i18n';
import { keepAccess } from './site-action';

interface SiteRowProps {
  site: Site;
  /** False if the browser revoked access; null while unknown. */
  isGranted: boolean | null;
}

/** A site with its switch, and buttons to renew a revoked permission and to forget the site. */
export function SiteRow({ site: { origin, isOn, mark }, isGranted }: SiteRowProps) {
  const { perform } = useCommands();
  const send = useSend();
  return (
    <li>
      <CheckBox
        className="site-switch"
        name={origin}
        isOn={isOn}
        onChange={(wanted) => void send({ type: 'switch-steward', origin, isOn: wanted })}
      >
        <span className="choice-text">
          <code>{origin}</code>
          {mark && <SiteMarkView mark={mark} />}
          <span className={isGranted === false ? 'site-lost' : 'secondary'}>
            {statusText(isOn, isGranted)}
          </span>
        </span>
      </CheckBox>
      <span className="button-row">
        {isGranted === false && (
          <TextButton text="sites.access.allowAgain" onClick={() => perform(() => keepAccess(origin))} />
        )}
        <TextButton
          text="sites.list.forget"
          className="quiet"
          aria-label={t('sites.list.forgetLabel', { origin })}
          onClick={() => send({ type: 'forget-site', origin })}
        />
      </span>
    </li>
  );
}

function statusText(isOn: boolean, isGranted: boolean | null): string {
  if (isGranted === false) return t('sites.list.statusLost');
  return t(isOn ? 'sites.list.statusOn' : 'sites.list.statusOff');
}
