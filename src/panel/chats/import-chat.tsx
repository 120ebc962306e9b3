import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ChatOffer, SettingsChange } from '@/src/core/records/settings-file';
import type { CommandOf } from '@/src/messages/commands';
import { currentWindowId } from '@/src/panel/data/current-window-id';
import { sendCommand } from '@/src/panel/data/send-command';
import { sendInParts } from '@/src/panel/data/send-in-parts';
import { focusIfLost } from '@/src/panel/kit/focus';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import { Paragraph } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';

/** Renders the settings of a file that differ from the user's. `onChoose` is called when the user selects or deselects one. */
export type RenderChanges = (
  offer: ChatOffer,
  onChoose: (change: SettingsChange, isChosen: boolean) => void,
) => ReactNode;

interface ImportChatProps {
  renderChanges: RenderChanges;
  onImported(chatId: string): void;
}

/** Imports an exported chat from a file. If settings of the file differ, the user first chooses which of them to use. */
export function ImportChat({ renderChanges, onImported }: ImportChatProps) {
  const { task, run, cancel } = useTask();
  const [offered, setOffered] = useState<{ text: string; offer: ChatOffer } | null>(null);
  const [chosen, setChosen] = useState<readonly SettingsChange[]>([]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The pressed button is removed with the card.
    if (offered !== null) return () => focusIfLost(input.current);
  }, [offered]);
  const send = (read: () => Promise<string>, names: CommandOf<'import-chat'>['chosen']) =>
    run(t('chats.import.task'), async (tools) => {
      const text = await read();
      const windowId = await currentWindowId();
      const result = await sendInParts(text, tools, (part) =>
        sendCommand({ type: 'import-chat', windowId, chosen: names, ...part }),
      );
      // A chat that was imported despite Cancel stays in the list, where it can be deleted.
      if (result === null || tools.signal.aborted) return;
      if ('chatId' in result) return onImported(result.chatId);
      setChosen([]);
      setOffered({ text, offer: result });
    });
  return (
    <>
      <TaskNote task={task} onCancel={cancel} />
      <label className="import-chat">
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            const { target } = event;
            const [file] = target.files ?? [];
            // An earlier file's card would otherwise stay beside the error of this file.
            setOffered(null);
            if (file !== undefined)
              void send(() => file.text(), null).finally(() => {
                // Allows choosing the same file again.
                target.value = '';
              });
          }}
        />
        {t('chats.import.choose')}
      </label>
      {offered !== null && (
        <section className="card" aria-label={t('chats.import.card')}>
          <Paragraph text="chats.import.offer" />
          {renderChanges(offered.offer, (change, isChosen) =>
            setChosen((before) => before.filter((one) => one !== change).concat(isChosen ? change : [])),
          )}
          <div className="button-row">
            <TextButton
              text="chats.import.apply"
              className="primary"
              onClick={() => {
                const names = offered.offer.changes.filter((change) => chosen.includes(change));
                void send(
                  async () => offered.text,
                  names.map(({ name }) => name),
                );
              }}
            />
            <TextButton text="common.cancel" onClick={() => setOffered(null)} />
          </div>
        </section>
      )}
    </>
  );
}
