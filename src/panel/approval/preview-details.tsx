import { CircleHelp, FileText, type LucideIcon, Undo2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChangePreview, PreviewNote } from '@/src/schema/dry-run';
import { say } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';
import { MAX_QUOTED_CHARS } from './call-act';
import { DifferenceSection } from './difference-section';
import { EffectSection } from './effect-section';
import { useOpenCard } from './open-card';
import './preview.css';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { Sentence } from '@/src/panel/kit/text/sentence';

interface PreviewDetailsProps {
  preview: ChangePreview;
  /** True to fold the differences, because they are also shown elsewhere. */
  isFolded: boolean;
  /** Called with the quoted text when the user unfolds it. */
  onRead?: (text: string) => void;
  /** Shown between the effects and the differences. */
  children?: ReactNode;
}

/** Details of a change's preview: the text that is sent, the affected names, differences and notes. */
export function PreviewDetails({ preview, isFolded, onRead, children }: PreviewDetailsProps) {
  const { effects, unchanged, differences, notes, quoted } = preview;
  return (
    <>
      {quoted !== undefined && (
        <blockquote className="preview-quote">
          <FoldedText
            // If the text changes, it is folded again: the user has read only the earlier text.
            key={quoted}
            text={quoted}
            maxChars={MAX_QUOTED_CHARS}
            isSpelledOut
            onOpen={() => onRead?.(quoted)}
          />
        </blockquote>
      )}
      {effects.map((effect) => (
        <EffectSection key={`${effect.kind} ${wordsOf(effect.title)}`} effect={effect} />
      ))}
      {unchanged !== null && (
        <p className="secondary">
          <Sentence text={unchanged} />
        </p>
      )}
      {children}
      {!saysAll(preview) && (
        <DifferenceSection
          title={say('approval.preview.differences')}
          differences={differences}
          isFolded={isFolded}
        />
      )}
      {notes.length > 0 && (
        <ul className="preview-notes">
          {notes.map(({ topic, text }) => (
            <li key={`${topic} ${wordsOf(text)}`} className="secondary">
              <NoteIcon topic={topic} />
              <span>
                <Sentence text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The preview of a call. A text that it quotes counts as read once the user unfolds it. */
export function CallPreview(props: Omit<PreviewDetailsProps, 'onRead'>) {
  const { dispatch } = useOpenCard();
  return <PreviewDetails {...props} onRead={(text) => dispatch({ type: 'read', text })} />;
}

/** True if the only difference is already part of the summary. */
function saysAll({ summary, differences }: ChangePreview): boolean {
  const [only] = differences;
  return differences.length === 1 && only !== undefined && wordsOf(summary).includes(wordsOf(only.text));
}

const NOTE_ICONS: Readonly<Record<PreviewNote['topic'], LucideIcon>> = {
  saved: FileText,
  others: Users,
  'way-back': Undo2,
  unknown: CircleHelp,
  basis: FileText,
};

function NoteIcon({ topic }: Pick<PreviewNote, 'topic'>) {
  const Icon = NOTE_ICONS[topic];
  return <Icon className="icon" />;
}
