import type { CommandOf } from '@/src/messages/commands';
import { currentWindowId } from '@/src/panel/data/current-window-id';
import { sendCommand } from '@/src/panel/data/send-command';
import { useFileOffer } from '@/src/panel/data/use-file-offer';
import { Paragraph } from '@/src/panel/kit/text/paragraph';

/** Imports an exported chat from a file. If settings in the file differ, the user first chooses which of them to use. */
export function ImportChat({ onImported }: { onImported(chatId: string): void }) {
  const { button, rest } = useFileOffer({
    texts: {
      open: 'chats.import.choose',
      file: 'chats.import.choose',
      card: 'chats.import.card',
    },
    accept: 'application/json,.json',
    send: async (part, chosen: CommandOf<'import-chat'>['chosen']) =>
      sendCommand({ type: 'import-chat', windowId: await currentWindowId(), chosen, ...part }),
    onDone: ({ chatId }) => onImported(chatId),
    introduce: () => <Paragraph text="chats.import.offer" />,
    choices: (_, chosen) => [{ text: 'chats.import.apply', choice: chosen.map(({ name }) => name) }],
    isSelective: true,
  });
  return (
    <>
      <div className="button-row">{button}</div>
      {rest}
    </>
  );
}
