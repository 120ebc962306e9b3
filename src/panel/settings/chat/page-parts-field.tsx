import { useState } from 'react';
import { globsIn, matcherOf } from '@/src/core/context/part-globs';
import { useDefinition } from '@/src/panel/data/load-definition';
import { useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { FieldFrame } from '@/src/panel/kit/fields/field-frame';
import { KeptFold } from '@/src/panel/kit/fields/kept-fold';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { Chat } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { t } from '@/src/texts/i18n';

/** Example globs for the field's note and placeholder. */
const ONE_SECTION = 'users/**';
const ALL_LINKS = '**/links';

const { label, maxTexts, maxLength } = CHAT_SETTINGS.leftOutParts;

/** Field for globs that select the page's parts to leave out of requests. Renders nothing if the adapter has no parts. */
export function PagePartsField({ chat }: { chat: Chat & { binding: PageBinding } }) {
  const { report } = useCommands();
  const send = useSend();
  const definition = useDefinition(chat.binding.adapterId, chat.pageTools, report);
  const [entered, setEntered] = useState<string | null>(null);
  if (definition?.parts === undefined) return null;
  const stored = chat.settings.leftOutParts;
  const text = entered ?? stored.join('\n');
  const globs = globsIn(text);
  const isValid = globs.length <= maxTexts && globs.every((glob) => glob.length <= maxLength);
  const store = (leftOutParts: string[]) => {
    const patch = { leftOutParts };
    void send({ type: 'set-settings', chatId: chat.id, patch }).then((isTaken) => {
      if (isTaken) setEntered(null);
    });
  };
  const apply = () => {
    if (entered === null || !isValid) return;
    if (globs.join('\n') === stored.join('\n')) return setEntered(null);
    store(globs);
  };
  return (
    <>
      <FieldFrame
        label={t(label)}
        note={
          <TextWithElements
            text="chatSettings.pageParts.explanation"
            elements={{ section: <code>{ONE_SECTION}</code>, links: <code>{ALL_LINKS}</code> }}
          />
        }
        problems={
          isValid ? [] : [t('chatSettings.pageParts.invalid', { globs: maxTexts, characters: maxLength })]
        }
        control={(names) => (
          <textarea
            {...names}
            rows={3}
            spellCheck={false}
            placeholder={ALL_LINKS}
            value={text}
            onChange={({ target }) => setEntered(target.value)}
            onBlur={apply}
          />
        )}
      >
        <DefaultNote
          name={t(label)}
          text={t('chatSettings.pageParts.none')}
          isDefault={text === ''}
          onReset={() => {
            setEntered('');
            store([]);
          }}
        />
      </FieldFrame>
      <LastParts chatId={chat.id} globs={isValid ? globs : stored} />
    </>
  );
}

/** The parts of the newest snapshot that is kept, and which of them the globs leave out. */
function LastParts({ chatId, globs }: { chatId: string; globs: readonly string[] }) {
  const requests = useQuery((queries) => queries.sentRequestsOf(chatId), [chatId]);
  // Empty before the first request, and until the requests are read.
  const items = requests?.find(({ snapshot }) => snapshot !== null)?.snapshot?.items ?? [];
  if (items.length === 0) return null;
  const isLeftOut = matcherOf(globs);
  const leftOutCount = items.filter(({ key }) => isLeftOut(key)).length;
  return (
    <KeptFold
      fold="page-parts"
      summary={t('chatSettings.pageParts.inLastRequest', { count: items.length, left: leftOutCount })}
    >
      <ul className="page-parts">
        {items.map(({ key }) => (
          <li key={key} data-left-out={isLeftOut(key)}>
            <ForeignCode text={key} />
            {isLeftOut(key) && ` · ${t('chatSettings.pageParts.leftOut')}`}
          </li>
        ))}
      </ul>
    </KeptFold>
  );
}
