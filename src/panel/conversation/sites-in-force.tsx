import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { IconButton } from '@/src/panel/kit/icon-button';
import { formatDayAndTime } from '@/src/panel/kit/text/format-time';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { inForce, type SiteOutcome } from './tool-card-model';

interface SitesInForceProps {
  /** Name of the call's tool. */
  tool: string;
  rows: readonly SiteOutcome[];
  /** The response with the call. */
  messageId: string;
}

/** On how many sites a change is in force, below the last call that changed them, and the reason for each other one. The user can have it checked again. */
export function SitesInForce(props: SitesInForceProps) {
  return (
    <CommandErrors>
      <InForceLines {...props} />
    </CommandErrors>
  );
}

function InForceLines({ tool, rows, messageId }: SitesInForceProps) {
  const { chatId } = useShownChat();
  const { perform } = useCommands();
  const [isChecking, setIsChecking] = useState(false);
  const sites = useQuery((queries) => queries.siteChecks(chatId ?? '', messageId), [chatId, messageId]);
  const known = rows.flatMap((row) => {
    const found = sites?.find(({ site }) => site === row.site);
    if (row.outcome !== 'done' || (found !== undefined && found.tool !== tool)) return [];
    const { check = null, isNewest = false } = found ?? {}; // It was removed from the chat.
    const value = check?.value ?? inForce(row);
    return value === null ? [] : [{ site: row.site, value, check, isNewest }];
  });
  if (sites === undefined || known.length === 0) return null;
  const open = known.filter(({ value }) => value !== 'yes');
  const atMs = Math.max(...known.flatMap(({ check }) => check?.atMs ?? []));
  const name = t('conversation.sites.checkAgain');
  const checkAgain = async () => {
    setIsChecking(true);
    await perform(() => sendCommand({ type: 'check-sites', chatId: chatId ?? '', messageId }));
    setIsChecking(false);
  };
  return (
    <div className="tool-note secondary sites-in-force">
      <p>
        <SaidWords
          said={say('conversation.sites.inForce', { count: known.length, done: known.length - open.length })}
        />
        {atMs > 0 && <span className="meta"> · {formatDayAndTime(atMs)}</span>}
      </p>
      {open.map(({ site, value, check }) => (
        <p key={site}>
          <SaidWords
            said={say('said.sites.result', {
              site,
              result:
                check?.evidence ??
                say(value === 'no' ? 'conversation.sites.force.no' : 'conversation.sites.force.unknown'),
            })}
          />
        </p>
      ))}
      {open.some(({ isNewest }) => isNewest) && (
        <IconButton
          className="secondary"
          icon={RefreshCw}
          label={name}
          disabled={isChecking}
          onClick={checkAgain}
        >
          {name}
        </IconButton>
      )}
      <CommandErrorCard />
    </div>
  );
}
