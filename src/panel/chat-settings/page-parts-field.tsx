import { useCallback, useId, useState } from 'react';
import { globsIn, MAX_GLOB_LENGTH, MAX_GLOBS, matcherOf } from '@/src/core/context/part-globs';
import type { Chat, PageBinding } from '@/src/core/records/chat';
import { KeptFold } from '../appearance/kept-fold';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useQuery } from '../link/stored-data';
import { useDefinition } from '../policy/use-definition';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { DefaultNote } from './default-note';

interface PagePartsFieldProps {
  chat: Chat & { binding: PageBinding };
  perform: Perform;
}

/** The parts of the page that requests leave out. Shown only for pages that have parts. */
export function PagePartsField({ chat, perform }: PagePartsFieldProps) {
  const onError = useCallback((error: unknown) => void perform(() => Promise.reject(error)), [perform]);
  const definition = useDefinition(chat.binding.adapterId, chat.pageTools, onError);
  const [entered, setEntered] = useState<string | null>(null);
  const problemId = useId();
  if (definition?.parts === undefined) return null;
  const stored = chat.settings.leftOutParts;
  const text = entered ?? stored.join('\n');
  const globs = globsIn(text);
  const isValid = globs.length <= MAX_GLOBS && globs.every((glob) => glob.length <= MAX_GLOB_LENGTH);
  const apply = () => {
    if (entered === null || !isValid) return;
    if (globs.join('\n') === stored.join('\n')) return setEntered(null);
    void perform(() => sendCommand({ type: 'set-left-out-parts', chatId: chat.id, globs })).then(
      (isTaken) => {
        if (isTaken) setEntered(null);
      },
    );
  };
  return (
    <fieldset className="sending">
      <legend>Parts of the page</legend>
      <div className="field">
        <label>
          <span>Leave out these parts</span>
          <textarea
            rows={3}
            spellCheck={false}
            placeholder="**/links"
            aria-invalid={!isValid}
            aria-describedby={problemId}
            value={text}
            onChange={(event) => setEntered(event.target.value)}
            onBlur={apply}
          />
        </label>
        <p className="secondary">
          One glob for each line, from your next message on: <code>users/**</code> leaves out a section,{' '}
          <code>**/links</code> the links of all.
        </p>
        <DefaultNote
          name="Leave out these parts"
          text="none"
          isDefault={text === ''}
          onReset={() => {
            setEntered('');
            void perform(() => sendCommand({ type: 'set-left-out-parts', chatId: chat.id, globs: [] })).then(
              (isTaken) => {
                if (isTaken) setEntered(null);
              },
            );
          }}
        />
        <p id={problemId} className="inline-error" role="alert">
          {!isValid && `Enter at most ${MAX_GLOBS} globs of at most ${MAX_GLOB_LENGTH} characters.`}
        </p>
      </div>
      <LastParts chatId={chat.id} globs={isValid ? globs : stored} />
    </fieldset>
  );
}

/** The parts of the newest kept snapshot, with the effect of the globs. */
function LastParts({ chatId, globs }: { chatId: string; globs: readonly string[] }) {
  const requests = useQuery((queries) => queries.sentRequestsOf(chatId), [chatId]);
  // Nothing is listed before the first request, and while it loads.
  const items = requests?.find(({ snapshot }) => snapshot !== null)?.snapshot?.items ?? [];
  if (items.length === 0) return null;
  const isLeftOut = matcherOf(globs);
  const left = items.filter(({ key }) => isLeftOut(key)).length;
  return (
    <KeptFold
      fold="page-parts"
      summary={`${count(items.length, 'part')} in the last request, ${left} of them left out from now on`}
    >
      <ul className="page-parts">
        {items.map(({ key }) => (
          <li key={key} data-left-out={isLeftOut(key)}>
            <code>
              <ForeignText text={key} />
            </code>
            {isLeftOut(key) && ' · left out'}
          </li>
        ))}
      </ul>
    </KeptFold>
  );
}
