import { useEffect, useState } from 'react';
import type { CommandOf } from '@/src/messages/commands';
import type { SessionLogSize } from '@/src/store/queries';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useQuery } from '../link/stored-data';
import { count } from '../text/count';
import { Confirmed } from './confirmed';
import { sizeText } from './size-text';

const BYTES_PER_MEGABYTE = 1_000_000;

type Freeable = CommandOf<'free-space'>['what'];

const total = (sizes: readonly SessionLogSize[]) =>
  sizes.reduce((sum, { characters }) => sum + characters, 0);

/** The space that Steward's data takes, and what the user can delete of it. */
export function SpaceSection({ perform }: { perform: Perform }) {
  const rows = useQuery((queries) => queries.freeableRows(), []);
  const used = useUsedMegabytes(rows);
  const free = (what: Freeable) => void perform(() => sendCommand({ type: 'free-space', what }));
  return (
    <section aria-label="Space">
      <h3>Space</h3>
      <p className="secondary">
        {used !== null && `Steward’s data takes about ${used} MB. `}Nothing is deleted by itself. Old chats
        can be deleted in the list of chats, and the log in its tab.
      </p>
      <Confirmed
        label="Delete kept requests…"
        question={`Delete ${count(rows?.requests ?? 0, 'row')} of kept requests? The request inspector is empty then.`}
        action="Delete requests"
        onConfirm={() => free('requests')}
      />
      {rows !== undefined && rows.sessionLogs.length > 0 && (
        <Confirmed
          label={`Delete session logs (${sizeText(total(rows.sessionLogs))})…`}
          question={`Delete the session logs of ${count(rows.sessionLogs.length, 'chat')}, ${sizeText(total(rows.sessionLogs))} of what was sent and received? Their conversations stay. This can’t be undone.`}
          action="Delete session logs"
          onConfirm={() => free('session-logs')}
        />
      )}
      <Confirmed
        label="Delete checkpoints…"
        question={`Delete ${count(rows?.checkpoints ?? 0, 'checkpoint')}? Only the start of each session can be rolled back to then. Chats with an open run keep theirs.`}
        action="Delete checkpoints"
        onConfirm={() => free('checkpoints')}
      />
    </section>
  );
}

/** The browser's own estimate; null until it is known. `changed`: estimated again when this changes. */
function useUsedMegabytes(changed: unknown): number | null {
  const [used, setUsed] = useState<number | null>(null);
  useEffect(() => {
    void changed;
    navigator.storage?.estimate().then(
      ({ usage }) => setUsed(usage === undefined ? null : Math.ceil(usage / BYTES_PER_MEGABYTE)),
      // A browser that gives no estimate: the sentence is left out.
      () => setUsed(null),
    );
  }, [changed]);
  return used;
}
