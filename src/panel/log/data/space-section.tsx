import { useEffect, useState } from 'react';
import type { CommandOf } from '@/src/messages/commands';
import { useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { sizeOf } from '@/src/panel/kit/text/format-number';
import { SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { say, sentences } from '@/src/schema/values/said';
import type { ChatLogSize } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';

const BYTES_PER_MEGABYTE = 1_000_000;

type Freeable = CommandOf<'free-space'>['what'];

const total = (sizes: readonly ChatLogSize[]) => sizes.reduce((sum, { characters }) => sum + characters, 0);

/** Space that Steward's data takes, and buttons to delete parts of it. */
export function SpaceSection() {
  const send = useSend();
  const rows = useQuery((queries) => queries.freeableRows(), []);
  const requests = rows?.requests ?? 0;
  const chatLogs = rows?.chatLogs ?? [];
  const checkpoints = rows?.checkpoints ?? 0;
  const used = useUsedMegabytes(rows);
  const isKept = useIsKept();
  const free = (what: Freeable) => void send({ type: 'free-space', what });
  return (
    <TitledSection heading="data.space.label">
      <SecondarySaid
        said={sentences(
          used === null ? null : say('data.space.used', { amount: used }),
          say('data.space.explanation'),
          isKept === null ? null : say(isKept ? 'data.space.kept' : 'data.space.mayBeDeleted'),
        )}
      />
      <Confirmed
        label={t('data.space.deleteRequests')}
        question={t('data.space.deleteRequestsQuestion', { count: requests })}
        action="data.space.confirmRequests"
        onConfirm={() => free('requests')}
      />
      {chatLogs.length > 0 && (
        <Confirmed
          label={t('data.space.deleteChatLogs', { size: sizeOf(total(chatLogs)) })}
          question={t('data.space.deleteChatLogsQuestion', {
            count: chatLogs.length,
            size: sizeOf(total(chatLogs)),
          })}
          action="data.space.confirmChatLogs"
          onConfirm={() => free('chat-logs')}
        />
      )}
      <Confirmed
        label={t('data.space.deleteCheckpoints')}
        question={t('data.space.deleteCheckpointsQuestion', { count: checkpoints })}
        action="data.space.confirmCheckpoints"
        onConfirm={() => free('checkpoints')}
      />
    </TitledSection>
  );
}

/** The browser's estimate of the used space in megabytes; null if unknown. A change of `changed` causes a new estimate. */
function useUsedMegabytes(changed: unknown): number | null {
  const [used, setUsed] = useState<number | null>(null);
  useEffect(() => {
    void changed;
    navigator.storage?.estimate().then(
      ({ usage }) => setUsed(usage === undefined ? null : Math.ceil(usage / BYTES_PER_MEGABYTE)),
      // Without an estimate, the sentence about the used space is left out.
      () => setUsed(null),
    );
  }, [changed]);
  return used;
}

/** True if the browser never deletes Steward's data to free space; null until that is known. */
function useIsKept(): boolean | null {
  // In Chromium, the permission `unlimitedStorage` is enough to keep the data, and `persisted` doesn't take it into account.
  const [isKept, setIsKept] = useState<boolean | null>(import.meta.env.FIREFOX ? null : true);
  useEffect(() => {
    if (!import.meta.env.FIREFOX) return;
    navigator.storage.persisted().then(
      setIsKept,
      // If the browser can't say, it may delete the data.
      () => setIsKept(false),
    );
  }, []);
  return isKept;
}
