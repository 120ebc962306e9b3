import { useId } from 'react';
import { useShownView } from '@/src/panel/data/shown-chat';
import { useSend } from '@/src/panel/data/use-send';
import { focusMessageField, passesFocusOn } from '@/src/panel/kit/focus';
import { cutText } from '@/src/panel/kit/text/cut-text';
import { FoldedRest, LongText } from '@/src/panel/kit/text/long-text';
import { TextButton } from '@/src/panel/kit/text-button';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { UnsentText } from '@/src/schema/chat';
import { t } from '@/src/texts/i18n';
import type { ComposerText } from './composer-text';
import './unsent-text-card.css';

/** A text that exceeds one of these limits is folded, so that the buttons stay near. */
const MAX_CHARS = 500;
const MAX_LINES = 6;

/**
 * Card with unsent text and images, which the user can move to the message field. Renders nothing if the chat has none.
 */
export function UnsentTextCard({ composerText }: { composerText: ComposerText }) {
  const { id, setAside: unsentText } = useShownView().chat;
  return (
    <>
      <span className="visually-hidden" role="status">
        {/* Another key, and so another announcement, when more text is added to it. */}
        {unsentText !== undefined && <span key={unsentText.atMs}>{t('panel.unsentText.announced')}</span>}
      </span>
      {unsentText !== undefined && (
        <Card key={id} chatId={id} unsentText={unsentText} composerText={composerText} />
      )}
    </>
  );
}

interface CardProps {
  chatId: string;
  unsentText: UnsentText;
  composerText: ComposerText;
}

function Card(props: CardProps) {
  const { chatId, composerText } = props;
  const send = useSend();
  const { text, images = [], atMs } = props.unsentText;
  const head = cutText(text, MAX_CHARS, MAX_LINES);
  const titleId = useId();
  const add = useSinglePress(async () => {
    focusMessageField();
    composerText.flush();
    const isTaken = await send({ type: 'add-unsent-text', chatId, atMs });
    if (isTaken) await composerText.takeIn(chatId, text, 'after');
  });
  const drop = useSinglePress(() => send({ type: 'drop-unsent-text', chatId, atMs }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={passesFocusOn} className="card note-card" role="group" aria-labelledby={titleId}>
      <p id={titleId}>{t('panel.unsentText.title')}</p>
      <div className="secondary unsent-text">
        <LongText text={head} isSpelledOut={false} />
        {head.length < text.length && <FoldedRest text={text.slice(head.length)} isSpelledOut={false} />}
      </div>
      {images.length > 0 && (
        <p className="secondary">{t('panel.unsentText.images', { count: images.length })}</p>
      )}
      <div className="button-row">
        <TextButton text="panel.unsentText.add" onClick={add.press} />
        <TextButton text="panel.unsentText.dismiss" className="quiet" onClick={drop.press} />
      </div>
    </div>
  );
}
