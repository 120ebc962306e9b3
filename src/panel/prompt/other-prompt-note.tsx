import { TriangleAlert } from 'lucide-react';
import { i18n } from '@/src/texts/i18n';

interface OtherPromptNoteProps {
  /** Of the text. */
  id: string;
  onKeep(): void;
  onTakeOther(): void;
}

/** Says that another window stored another prompt since the user's first change, and lets the user choose one. */
export function OtherPromptNote({ id, onKeep, onTakeOther }: OtherPromptNoteProps) {
  return (
    <div className="card note-card prompt-warning">
      <TriangleAlert className="icon" aria-hidden="true" />
      <div>
        <p id={id} role="alert">
          {i18n.t('prompt.editor.changedElsewhere')}
        </p>
        <div className="button-row">
          <button type="button" onClick={onKeep}>
            {i18n.t('prompt.editor.keepMine')}
          </button>
          <button type="button" onClick={onTakeOther}>
            {i18n.t('prompt.editor.takeOther')}
          </button>
        </div>
      </div>
    </div>
  );
}
