import { X } from 'lucide-react';
import { browser } from 'wxt/browser';
import { useShownChat, useShownView } from '@/src/panel/data/shown-chat';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { IconButton } from '@/src/panel/kit/icon-button';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStored } from '@/src/panel/kit/use-stored';
import { t } from '@/src/texts/i18n';
import './sites.css';

/** Key in storage.local; it has a value once the user doesn't want the offer any more. */
const DISMISSED_KEY = 'several-sites-dismissed';

/** Offers a chat about several sites, until the user dismisses it for good. Renders nothing while only one site is known. */
export function SitesOffer({ onOpen }: { onOpen(): void }) {
  const { knownSites } = useShownChat();
  const { chat } = useShownView();
  const { perform, report } = useCommands();
  const isOffered = useStored(DISMISSED_KEY, isMissing, report, 'local').value === true;
  if (!isOffered || knownSites.length < 2 || chat.targets !== undefined) return null;
  return (
    <div ref={passesFocusOn} className="sites-offer">
      <span className="secondary">{t('sites.offer.text', { count: knownSites.length })}</span>
      <TextButton text="menu.sites" className="quiet" aria-haspopup="dialog" onClick={onOpen} />
      <IconButton
        icon={X}
        labelKey="sites.offer.dismiss"
        onClick={() => void perform(() => browser.storage.local.set({ [DISMISSED_KEY]: true }))}
      />
    </div>
  );
}

const isMissing = (stored: unknown): boolean => stored === undefined;
