import { useState } from 'react';
import { SiteMarkView } from '@/src/panel/data/site-mark';
import { useSend } from '@/src/panel/data/use-send';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Site } from '@/src/schema/site';
import { t } from '@/src/texts/i18n';
import { keepAccess } from './site-action';
import { SiteMarkSheet } from './site-mark-sheet';
import { SiteWatches } from './site-watches';

interface SiteRowProps {
  site: Site;
  /** False if the browser revoked access; null while unknown. */
  isGranted: boolean | null;
  /** True to offer checks of its pages for changes. */
  canWatch: boolean;
  /** True to offer the sheet for its name and set. */
  isNamedHere: boolean;
}

/** A site with its switch, and buttons to renew a revoked permission, to name the site and to forget it. */
export function SiteRow({
  site: { origin, isOn, mark, set },
  isGranted,
  canWatch,
  isNamedHere,
}: SiteRowProps) {
  const { perform } = useCommands();
  const send = useSend();
  const [isOpen, setIsOpen] = useState(false);
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
          {set && <SiteMarkView mark={{ ...set, name: t('sites.set.chip', { name: set.name }) }} />}
          <span className={isGranted === false ? 'site-lost' : 'secondary'}>
            {statusText(isOn, isGranted)}
          </span>
        </span>
      </CheckBox>
      <span className="button-row">
        {isGranted === false && (
          <TextButton text="sites.access.allowAgain" onClick={() => perform(() => keepAccess(origin))} />
        )}
        {isNamedHere && (
          <TextButton
            text="sites.set.edit"
            className="quiet"
            aria-label={t('sites.set.editLabel', { origin })}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          />
        )}
        <TextButton
          text="sites.list.forget"
          className="quiet"
          aria-label={t('sites.list.forgetLabel', { origin })}
          onClick={() => send({ type: 'forget-site', origin })}
        />
      </span>
      {canWatch && <SiteWatches origin={origin} />}
      {isOpen && <SiteMarkSheet origin={origin} mark={mark ?? null} onClose={() => setIsOpen(false)} />}
    </li>
  );
}

function statusText(isOn: boolean, isGranted: boolean | null): string {
  if (isGranted === false) return t('sites.list.statusLost');
  return t(isOn ? 'sites.list.statusOn' : 'sites.list.statusOff');
}
