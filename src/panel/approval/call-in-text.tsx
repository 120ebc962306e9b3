import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';

interface CallInTextProps {
  /** A text whose `{call}` is replaced by the call. */
  text: 'approval.editor.edited' | 'approval.editor.original';
  label: string;
}

/** A text that contains a call, which is shown as code. */
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
