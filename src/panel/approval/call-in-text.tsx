import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';

interface CallInTextProps {
  /** A text with the place {call}. */
  text: 'approval.editor.edited' | 'approval.editor.original';
  label: string;
}

/** A text with a call in it, which is set in code. */
export function CallInText({ text, label }: CallInTextProps) {
  return (
    <TextWithElements
      text={text}
      elements={{
        call: (
          <span className="mono">
            <ForeignText text={label} />
          </span>
        ),
      }}
    />
  );
}
