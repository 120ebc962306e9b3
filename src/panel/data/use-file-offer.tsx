import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SettingsImport } from '@/src/core/records/settings-file';
import { MAX_PART_LENGTH } from '@/src/messages/channels';
import type { TextPart } from '@/src/messages/text-part';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusIfLost } from '@/src/panel/kit/focus';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { type TaskTools, useTask } from '@/src/panel/kit/progress/use-task';
import { TextButton } from '@/src/panel/kit/text-button';
import { useFileInput } from '@/src/panel/kit/use-file-input';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ChangeList } from './change-list';
import { withProgress } from './with-progress';

/** The changes that a file would make. */
type Offer = Pick<SettingsImport, 'changes' | 'declaresPageData'>;
type OfferIn<Result> = Extract<Result, Offer>;

interface FileOfferParts<Result, Choice> {
  /** Texts of the button, of the file's field, and of the card. */
  texts: Record<'open' | 'file' | 'card', TextKey>;
  /** The accepted types of files, in the format of an `input`'s `accept`. */
  accept: string;
  /** Sends a part of the file to the background. `choice`: the user's choice; null until they have read the offer. */
  send(part: TextPart, choice: Choice | null): Promise<Result>;
  onDone(result: Exclude<Result, Offer | null>): void;
  /** Renders the sentences above the changes. */
  introduce(offer: OfferIn<Result>): ReactNode;
  /** The buttons that import the file, each with its choice. `chosen`: the changes that the user selected. */
  choices(offer: OfferIn<Result>, chosen: OfferIn<Result>['changes']): { text: TextKey; choice: Choice }[];
  /** True if the user selects changes one by one. */
  isSelective: boolean;
}

/**
 * Imports a file. The background first says what the file would change, and changes nothing until the user has read that. It may import a
 * file without changes at once. Returns `button`, which opens the file; `rest`, to be rendered below the button, with the error of the
 * nearest `CommandErrors`: in the card of the offer while that is shown; and `run`, which runs another task during which no file can be
 * imported.
 */
export function useFileOffer<Result extends object | null, Choice>(parts: FileOfferParts<Result, Choice>) {
  const { texts } = parts;
  const { task, run, cancel } = useTask();
  const { dismiss } = useCommands();
  const [offered, setOffered] = useState<{ text: string; offer: OfferIn<Result> } | null>(null);
  const [chosen, setChosen] = useState<Offer['changes']>([]);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The card is removed together with the pressed button.
    if (offered !== null) return () => focusIfLost(opener.current);
  }, [offered]);
  const open = (read: () => Promise<string>, choice: Choice | null) =>
    run(t(choice === null ? 'common.readingFile' : 'common.importing'), async (tools) => {
      if (choice === null) {
        // Otherwise the card of an earlier file would stay beside an error of this file.
        setOffered(null);
        setChosen([]);
      }
      const text = await read();
      const result = await withProgress(null, tools.onChats, () =>
        sendInParts(text, tools, (part) => parts.send(part, choice)),
      );
      if (result === null || tools.signal.aborted) {
        // The background may have finished in spite of Cancel. It isn't asked again without a new look at the file.
        setOffered(null);
        return;
      }
      const isOffer = 'changes' in result;
      setOffered(isOffer ? { text, offer: result as unknown as OfferIn<Result> } : null);
      if (!isOffer) parts.onDone(result as unknown as Exclude<Result, Offer | null>);
    });
  const close = () => {
    setOffered(null);
    dismiss();
  };
  const { input, choose } = useFileInput({
    accept: parts.accept,
    'aria-label': t(texts.file),
    onFiles: ([file]) => file && void open(() => file.text(), null),
  });
  const isWorking = task !== null;
  const offer = offered?.offer;
  const choices =
    offer === undefined
      ? []
      : parts.choices(
          offer,
          offer.changes.filter((one) => chosen.includes(one)),
        );
  return {
    run,
    isWorking,
    button: (
      // Only `aria-disabled`: a disabled button would lose the focus.
      <TextButton
        text={texts.open}
        ref={opener}
        aria-disabled={isWorking}
        onClick={() => isWorking || choose()}
      />
    ),
    rest: (
      <>
        <TaskNote task={task} onCancel={cancel} />
        {input}
        {offer === undefined ? (
          <CommandErrorCard />
        ) : (
          <section className="card" aria-label={t(texts.card)}>
            {parts.introduce(offer)}
            <ChangeList
              {...offer}
              onChoose={
                parts.isSelective
                  ? (change, isChosen) =>
                      setChosen((before) =>
                        before.filter((one) => one !== change).concat(isChosen ? change : []),
                      )
                  : null
              }
            />
            <CommandErrorCard />
            <div className="button-row">
              {choices.map(({ text, choice }, index) => (
                <TextButton
                  key={text}
                  text={text}
                  className={index === 0 ? 'primary' : undefined}
                  aria-disabled={isWorking}
                  onClick={() => offered && void open(async () => offered.text, choice)}
                />
              ))}
              <TextButton
                text={choices.length === 0 ? 'common.close' : 'common.cancel'}
                aria-disabled={isWorking}
                onClick={() => isWorking || close()}
              />
            </div>
          </section>
        )}
      </>
    ),
  };
}

/**
 * Sends a file's text in parts, since browsers limit the size of a message. Resolves to the result for the last part. Rejects when the task
 * is cancelled.
 */
async function sendInParts<Result>(
  text: string,
  { signal, onShare }: TaskTools,
  send: (part: TextPart) => Promise<Result>,
): Promise<Result> {
  for (let index = 0; ; index += 1) {
    signal.throwIfAborted();
    const start = index * MAX_PART_LENGTH;
    const end = start + MAX_PART_LENGTH;
    const isLast = end >= text.length;
    // How far the only part is isn't known.
    if (!isLast || index > 0) onShare(start / text.length);
    const result = await send({ text: text.slice(start, end), index, isLast });
    if (isLast) return result;
  }
}
