import { textError } from '@/src/core/errors';
import { WHOLE_LOG } from '@/src/core/logging/log-lines';
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
import { type ExportedFile, jsonlFile } from '../log-file';

/** Log of the shown chat: the switch for its payloads, its exports, and the deletion of the payloads. */
export function ChatLogSection({ chatId }: { chatId: string }) {
  const send = useSend();
  const isOn = useQuery((queries) => queries.keepsPayloads(chatId), [chatId]);
  const sizes = useQuery((queries) => queries.freeableRows(), []);
  const size = sizes?.chatLogs.find((log) => log.chatId === chatId);
  return (
    <section aria-label={t('data.chatLog.label')}>
      <h3>{t('data.chatLog.heading')}</h3>
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
          { labelKey: 'data.chatLog.export', make: (nowMs) => jsonlFile({ ...WHOLE_LOG, chatId }, nowMs) },
          { labelKey: 'data.chatLog.exportToolCalls', make: (nowMs) => toolCallsFile(chatId, nowMs) },
        ]}
      />
      {size !== undefined && (
        <Confirmed
          label={t('data.chatLog.delete', { size: sizeOf(size.characters) })}
          question={t('data.chatLog.deleteQuestion', {
            count: size.rows,
            size: sizeOf(size.characters),
          })}
          action="data.chatLog.confirmDelete"
          onConfirm={() => void send({ type: 'delete-chat-log', chatId })}
        />
      )}
      <SecondaryText text="data.chatLog.explanation" />
    </section>
  );
}

async function toolCallsFile(chatId: string, nowMs: number): Promise<ExportedFile> {
  const stored = await query(({ log }) => log.calls(chatId));
  if (stored === null) throw textError('not-found', 'data.chatLog.chatGone');
  const content = toolCallsMarkdown(stored, nowMs);
  return { name: toolCallsFileName(nowMs), mediaType: 'text/markdown', content };
}
