import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { hasEnded } from '@/src/core/records/transition';
import { spellOut } from '@/src/core/text/foreign-text';
import type { KnownSite } from '@/src/messages/site-commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useShownChat, useShownView } from '@/src/panel/data/shown-chat';
import { SiteMarkView } from '@/src/panel/data/site-mark';
import { useFrontChanges } from '@/src/panel/data/use-front-changes';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { IconButton } from '@/src/panel/kit/icon-button';
import { SheetFrame } from '@/src/panel/kit/sheet';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { useStable } from '@/src/panel/kit/use-stable';
import { useStored } from '@/src/panel/kit/use-stored';
import { t } from '@/src/texts/i18n';
import { keepAccess } from './site-action';
import './sites.css';

interface ChooseSitesSheetProps {
  /** Called with the chat that is about the chosen sites. */
  onChosen(chatId: string): void;
  onClose(): void;
}

/** Sheet of the sites that the shown chat can be about. Sites that can't be reached can't be ticked, and say what the user can do. */
export function ChooseSitesSheet({ onChosen, onClose }: ChooseSitesSheetProps) {
  const { knownSites: sites, readSites } = useShownChat();
  const { chat, run, messages } = useShownView();
  const { perform } = useCommands();
  const inChat = useInChat();
  const read = useStable(() => void perform(readSites));
  useEffect(read, [read]);
  // The user may have opened or allowed a site.
  useFrontChanges({ onToolbarClick: read, onFrontPage: read, onSitesChanged: read });
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null);
  const ticked = changed ?? new Set(sites.flatMap(({ name, isChosen }) => (isChosen ? name : [])));
  const tick = (some: readonly KnownSite[], isOn: boolean) => {
    const names = new Set(some.map(({ name }) => name));
    setChanged(new Set([...[...ticked].filter((name) => !names.has(name)), ...(isOn ? names : [])]));
  };
  /** A button ticks all sites of its set that can be reached, or removes their ticks. */
  const sets = new Map(
    sites.flatMap((site) => (site.set && isInReach(site) ? [[site.set.name, site.set]] : [])),
  );
  const chosen = sites.filter(({ name }) => ticked.has(name));
  const opensNew = messages.length > 0 && (chat.targets === undefined) === chosen.length > 1;
  const isBusy = !opensNew && run !== null && !hasEnded(run.status);
  const choice = useSinglePress(() =>
    inChat(async (chatId) => {
      const places = chosen.map(({ binding: { origin, instanceId } }) => ({ origin, instanceId }));
      onChosen((await sendCommand({ type: 'choose-sites', chatId, sites: places })).chatId);
    }),
  );
  return (
    <SheetFrame title={t('sites.choose.title')} onClose={onClose}>
      <div className="sheet-body">
        <CommandErrorCard />
        <SecondaryText text="sites.choose.explanation" />
        {sites.length === 0 && <SecondaryText text="sites.choose.reading" />}
        <div className="button-row site-sets">
          {[...sets.values()].map((set) => {
            const own = sites.filter((site) => site.set?.name === set.name && isInReach(site));
            const isOn = own.every(({ name }) => ticked.has(name));
            return (
              <button key={set.name} type="button" aria-pressed={isOn} onClick={() => tick(own, !isOn)}>
                <SiteMarkView mark={set} />
              </button>
            );
          })}
        </div>
        <ul className="site-list" aria-label={t('sites.list.title')}>
          {sites.map((site) => (
            <SiteChoice
              key={site.name}
              site={site}
              isTicked={ticked.has(site.name)}
              onTick={(isOn) => tick([site], isOn)}
            />
          ))}
        </ul>
      </div>
      <footer className="sheet-footer">
        {isBusy ? (
          <SecondaryText text="sites.choose.busy" />
        ) : (
          opensNew && <SecondaryText text="sites.choose.newChat" />
        )}
        <button
          type="button"
          className="primary"
          disabled={isBusy || chosen.length === 0}
          aria-disabled={choice.isBusy}
          onClick={choice.press}
        >
          {t('sites.choose.use', { count: chosen.length })}
        </button>
      </footer>
    </SheetFrame>
  );
}

function isInReach({ reach }: KnownSite): boolean {
  return reach === 'without-tab' || reach === 'open';
}

interface SiteChoiceProps {
  site: KnownSite;
  isTicked: boolean;
  onTick(isOn: boolean): void;
}

/** A site with its tick box, and the button that makes it reachable. */
function SiteChoice({ site, isTicked, onTick }: SiteChoiceProps) {
  const { perform } = useCommands();
  const { name, color, binding, reach, set } = site;
  const { origin, instanceId } = binding;
  // Some pages are identified by their address.
  const url = instanceId.startsWith(`${origin}/`) ? instanceId : origin;
  return (
    <li>
      <CheckBox
        className="site-switch"
        isOn={isTicked}
        isDisabled={!isTicked && !isInReach(site)}
        onChange={onTick}
      >
        <span className="choice-text">
          {color === null ? <ForeignText text={name} /> : <SiteMarkView mark={{ name, color }} />}
          {set && <SiteMarkView mark={{ ...set, name: t('sites.set.chip', { name: set.name }) }} />}
          <code>{url}</code>
          <span className={isInReach(site) ? 'secondary' : 'site-lost'}>{t(`sites.reach.${reach}`)}</span>
        </span>
      </CheckBox>
      {reach === 'not-allowed' && (
        <TextButton text="sites.access.keep" onClick={() => perform(() => keepAccess(origin))} />
      )}
      {(reach === 'not-open' || reach === 'key-missing') && (
        <TextButton
          text="sites.choose.open"
          aria-label={t('sites.choose.openLabel', { site: spellOut(name) })}
          onClick={() => perform(() => browser.tabs.create({ url }))}
        />
      )}
    </li>
  );
}

/** Key in storage.local; it has a value once the user doesn't want the offer any more. */
const DISMISSED_KEY = 'several-sites-dismissed';

/** Offers a chat about several sites, until the user dismisses the offer for good. */
export function SitesOffer({ count, onOpen }: { count: number; onOpen(): void }) {
  const { perform, report } = useCommands();
  if (useStored(DISMISSED_KEY, isMissing, report, 'local').value !== true) return null;
  return (
    <div ref={passesFocusOn} className="sites-offer">
      <span className="secondary">{t('sites.offer.text', { count })}</span>
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
