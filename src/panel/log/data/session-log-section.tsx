import { strToU8, zip } from 'fflate';
import { textError } from '@/src/core/errors';
import { fileStamp } from '@/src/core/logging/file-names';
import type { RecordedSession } from '@/src/core/logging/recorded-session';
import { sessionLogFiles } from '@/src/core/logging/session-log';
import { toolCallsFileName, toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';
import { query, useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { sizeOf } from '@/src/panel/kit/text/format-number';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { t } from '@/src/texts/i18n';
import { ExportButtons } from '../export-buttons';

/** Chat log of the shown chat: the switch for keeping it, its export and its deletion. */
export function SessionLogSection({ chatId }: { chatId: string }) {
  const send = useSend();
  const isOn = useQuery((queries) => queries.keepsSessionLog(chatId), [chatId]);
  const sizes = useQuery((queries) => queries.freeableRows(), []);
  const size = sizes?.sessionLogs.find((log) => log.chatId === chatId);
  return (
    <section aria-label={t('data.sessionLog.label')}>
      <h3>{t('data.sessionLog.heading')}</h3>
      <CheckBox
        className="site-switch"
        isOn={isOn ?? false}
        isDisabled={isOn === undefined}
        onChange={(keepsSessionLog) =>
          void send({ type: 'set-settings', chatId, patch: { keepsSessionLog } })
        }
      >
        <span>{t(CHAT_SETTINGS.keepsSessionLog.label)}</span>
      </CheckBox>
      <ExportButtons
        exports={[
          { labelKey: 'data.sessionLog.export', make: (nowMs) => zipFile(chatId, nowMs) },
          { labelKey: 'data.sessionLog.exportToolCalls', make: (nowMs) => toolCallsFile(chatId, nowMs) },
        ]}
      />
      {size !== undefined && (
        <Confirmed
          label={t('data.sessionLog.delete', { size: sizeOf(size.characters) })}
          question={t('data.sessionLog.deleteQuestion', {
            count: size.rows,
            size: sizeOf(size.characters),
          })}
          action="data.sessionLog.confirmDelete"
          onConfirm={() => void send({ type: 'delete-session-log', chatId })}
        />
      )}
      <SecondaryText text="data.sessionLog.explanation" />
    </section>
  );
}

async function zipFile(chatId: string, nowMs: number) {
  const content = await sessionZip(await recordedSession(chatId), nowMs);
  return { name: `session_${fileStamp(nowMs)}.zip`, mediaType: 'application/zip', content };
}

async function toolCallsFile(chatId: string, nowMs: number) {
  const content = toolCallsMarkdown(await recordedSession(chatId), nowMs);
  return { name: toolCallsFileName(nowMs), mediaType: 'text/markdown', content };
}

async function recordedSession(chatId: string): Promise<RecordedSession> {
  const session = await query(({ sessionRecordOf }) => sessionRecordOf(chatId));
  if (session !== null) return session;
  throw textError('not-found', 'data.sessionLog.chatGone');
}

/** Packs a chat's chat log into a zip. */
export function sessionZip(session: RecordedSession, nowMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const files = Object.fromEntries(
    sessionLogFiles(session, nowMs).map(({ name, text }) => [name, strToU8(text)]),
  );
  return new Promise((resolve, reject) => {
    zip(files, (error, bytes) => {
      if (error === null) resolve(new Uint8Array(bytes));
      else reject(error);
    });
  });
}
