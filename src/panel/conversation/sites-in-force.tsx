import { useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { formatMoment } from '@/src/panel/kit/text/format-time';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { say } from '@/src/schema/values/said';
import { inForce, type SiteOutcome } from './tool-card-model';

interface SitesInForceProps {
  rows: readonly SiteOutcome[];
  /** The response with the call. */
  messageId: string;
}

/** On how many sites a change is in force, and the reason for each other one. The user can have it checked again. */
export function SitesInForce(props: SitesInForceProps) {
  return (
    <CommandErrors>
      <InForceLines {...props} />
    </CommandErrors>
  );
}

function InForceLines({ rows, messageId }: SitesInForceProps) {
  const { chatId } = useShownChat();
  const { perform } = useCommands();
  const [isChecking, setIsChecking] = useState(false);
  const checks = useQuery((queries) => queries.siteChecks(chatId ?? '', messageId), [chatId, messageId]);
  const found = rows.map((row) => {
    const check = checks?.find(({ site }) => site === row.site);
    return { site: row.site, value: check?.value ?? inForce(row), check };
  });
  const known = found.filter(({ value }) => value !== null);
  if (checks === undefined || known.length === 0) return null;
  const open = known.filter(({ value }) => value !== 'yes');
  const atMs = Math.max(...checks.map((check) => check.atMs));
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
        {checks.length > 0 && <span className="meta"> · {formatMoment(atMs)}</span>}
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
      {open.length > 0 && chatId !== null && (
        <TextButton
          text="conversation.sites.checkAgain"
          aria-busy={isChecking}
          disabled={isChecking}
          onClick={checkAgain}
        />
      )}
      <CommandErrorCard />
    </div>
  );
}
